import { slugOfPath } from '../../domain/run/origin-url.js';
import type { ConfigValues } from './config-text.js';

/**
 * `owner/repo` from the URL of the remote `origin`: https, ssh and scp forms. Null for a local path, a
 * `file:` URL, or no remote. Groups in groups (`group/sub/repo`) are `group.sub/repo`.
 */
export function remoteSlug(config: ConfigValues): string | null {
  const url = config.last('remote.origin.url');
  const path = url === null ? null : pathOnHost(rewritten(url, config));
  if (path === null) return null;
  return slugOfPath(path);
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
