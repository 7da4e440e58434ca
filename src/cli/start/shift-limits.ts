import { durationRule, parseDuration } from '../../domain/steering/duration.js';
import { CliError } from '../io.js';

/** `--scope` and `--for`, checked here, so that what would be ignored is not sent. */
export function shiftLimits(flags: { readonly scope?: string; readonly for?: string }): {
  readonly scope?: string;
  readonly for?: string;
} {
  const scope = flags.scope?.trim();
  if (scope !== undefined && (scope === '' || scope.length > 200)) {
    throw new CliError(
      2,
      `--scope takes the steps it is for, got "${scope.slice(0, 40)}"; for example: --scope "tasks 3-5"`,
    );
  }
  const time = flags.for?.trim();
  if (time !== undefined && parseDuration(time) === null) {
    throw new CliError(
      2,
      `--for takes ${durationRule.expected}, got "${time}"; for example: --for ${durationRule.example}`,
    );
  }
  return { ...(scope === undefined ? {} : { scope }), ...(time === undefined ? {} : { for: time }) };
}
