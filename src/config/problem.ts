import { problemText, type Problem } from '../domain/feedback.js';

/** The operator's configuration can't be used. Nothing was changed; commands end with exit code 2. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}

/** @param where the variable, or the file and the key in it */
export function configError(where: string, problem: Problem): ConfigError {
  return new ConfigError(`${where}: ${problemText(problem)}`);
}
