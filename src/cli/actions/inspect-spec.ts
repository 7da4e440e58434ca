import type { Config } from '../../config.js';
import { CliError, type Io } from '../io.js';
import { paint } from '../render/colour.js';
import { specInspectionText } from '../render/inspect-spec.js';

/** `pawl inspect <spec>`: the tasks of a list, each with what a run would make of it. Exit code 1: no run can begin. */
export async function showSpecInspection(
  io: Io,
  config: Config,
  { origin, folder }: { readonly origin: string; readonly folder: string },
  json: boolean,
): Promise<void> {
  const { inspectSpec } = await import('../../local/inspect-spec.js');
  const found = await inspectSpec(config, origin, folder);
  if (found === null) throw new CliError(2, `${folder} holds no tasks.md any more`);
  if (found.problem !== null) io.exitWith(1);
  if (json) return io.json(found);
  io.data(specInspectionText(found, paint(io.colour)));
}
