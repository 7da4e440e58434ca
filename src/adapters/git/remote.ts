import { readOriginUrl, type OriginUrl } from '../../domain/run/origin-url.js';
import { NotARepositoryError } from '../../ports/repository.js';

/** The remote that a URL stands for. @throws {NotARepositoryError} for one that Pawl does not hand to git (T7) */
export function remoteOf(url: string): OriginUrl {
  const read = readOriginUrl(url);
  if (read.kind === 'url') return read.origin;
  throw new NotARepositoryError(read.why);
}
