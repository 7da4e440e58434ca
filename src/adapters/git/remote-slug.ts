import type { ConfigValues } from './config-text.js';

/**
 * `owner/repo` from the URL of the remote `origin`: https, ssh and scp forms. Null for a local path, a
 * `file:` URL, or no remote. Groups in groups (`group/sub/repo`) are `group.sub/repo`.
 */
export function remoteSlug(config: ConfigValues): string | null {
  const url = config.last('remote.origin.url');
  const path = url === null ? null : pathOnHost(rewritten(url, config));
  if (path === null) return null;
  const parts = path
    .split('/')
    .map(decoded)
    .filter((part) => part !== '');
  const repo = clean((parts.pop() ?? '').replace(/\.git$/i, ''));
  const owner = clean(parts.join('.'));
  return repo === '' || owner === '' ? null : `${owner}/${repo}`;
}

/** `url.<base>.insteadOf`: the longest prefix that fits is replaced, as in git. */
function rewritten(url: string, config: ConfigValues): string {
  const rules = config
    .matching(/^url\..*\.insteadof$/s)
    .filter(([, prefix]) => prefix !== '' && url.startsWith(prefix))
    .sort(([, one], [, other]) => other.length - one.length);
  const [key, prefix] = rules[0] ?? [null, ''];
  return key === null ? url : `${key.slice('url.'.length, -'.insteadof'.length)}${url.slice(prefix.length)}`;
}

function pathOnHost(url: string): string | null {
  const withScheme = /^(https?|ssh|git|git\+ssh|ssh\+git):\/\/[^/]+\/(.*)$/is.exec(url);
  if (withScheme !== null) return withScheme[2] ?? null;
  // scp form: a colon before the first slash; `C:\x` and `./a:b` are local paths.
  const scp = /^(?!.*:\/\/)[^/:\\]{2,}:(?!\\)(.*)$/s.exec(url);
  return scp?.[1] ?? null;
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

function clean(name: string): string {
  return name.replace(/[^A-Za-z0-9._-]+/g, '-').replace(/^[.-]+|[.-]+$/g, '');
}
