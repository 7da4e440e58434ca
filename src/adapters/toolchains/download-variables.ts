const exact: ReadonlySet<string> = new Set([
  ...['SSL_CERT_FILE', 'SSL_CERT_DIR', 'REQUESTS_CA_BUNDLE', 'CURL_CA_BUNDLE', 'NODE_EXTRA_CA_CERTS'],
  ...['PIP_CERT', 'PIP_INDEX_URL', 'PIP_EXTRA_INDEX_URL', 'PIP_FIND_LINKS', 'PIP_DEFAULT_TIMEOUT', 'PIP_PROXY'],
  ...['UV_INDEX_URL', 'UV_DEFAULT_INDEX', 'UV_INDEX', 'UV_FIND_LINKS', 'UV_NATIVE_TLS', 'UV_HTTP_TIMEOUT'],
  ...['NPM_CONFIG_REGISTRY', 'NPM_CONFIG_CAFILE', 'COREPACK_NPM_REGISTRY', 'COREPACK_INTEGRITY_KEYS'],
  ...['COREPACK_INTEGRITY_CHECK', 'YARN_NPM_REGISTRY_SERVER', 'YARN_HTTPS_CA_FILE_PATH'],
  ...['GOPROXY', 'GOSUMDB', 'GONOSUMDB', 'GONOPROXY', 'GOPRIVATE', 'GOINSECURE', 'GOTOOLCHAIN'],
  ...['CARGO_HTTP_CAINFO', 'CARGO_HTTP_PROXY', 'CARGO_HTTP_TIMEOUT', 'CARGO_NET_GIT_FETCH_WITH_CLI'],
]);

/**
 * How this machine reaches its registries. A setup runs the repository's own scripts, so nothing that carries
 * a password or a token is handed on (T2): a private registry with a login needs a proxy of its own.
 */
export function downloadVariables(env: Readonly<Record<string, string | undefined>>): Readonly<Record<string, string>> {
  const found: Record<string, string> = {};
  for (const [name, text] of Object.entries(env)) {
    if (text !== undefined && text !== '' && isForDownloads(name) && !hasLogin(text)) found[name] = text;
  }
  return found;
}

export function isForDownloads(name: string): boolean {
  return exact.has(name) || exact.has(name.toUpperCase()) || /^(?:https?|all|no|ftp)_proxy$/i.test(name);
}

/** `scheme://user@host` or `scheme://user:password@host`, anywhere in a list. */
function hasLogin(text: string): boolean {
  return /:\/\/[^/\s]*@/.test(text);
}
