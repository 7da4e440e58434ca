import { loadConfig } from '../../config.js';
import type { Io } from '../io.js';
import { paint } from '../render/colour.js';
import { inspectionText } from '../render/inspect.js';
import { promptWish, showPrompt } from '../start/prompt.js';
import { issueNumber } from '../start/flags.js';
import { findSource } from '../start/source.js';
import { showSpecInspection } from './inspect-spec.js';

export interface InspectFlags {
  readonly issue?: string;
  readonly base?: string;
  readonly testCommand?: string;
  readonly allowDirty?: boolean;
  readonly prompt?: string;
  readonly step?: string;
  readonly phase?: string;
  readonly json?: boolean;
}

export async function inspect(io: Io, typed: string, flags: InspectFlags): Promise<void> {
  const wish = promptWish(flags);
  const config = loadConfig();
  for (const notice of config.notices) io.say(notice);
  const source = await findSource(config, typed, { issueNumber: issueNumber(flags), cwd: process.cwd() });
  const { workflowId, path, input } = source;
  const asked = {
    ...{ origin: input.origin, file: input.file, slug: input.slug, issueNumber: input.issueNumber },
    base: flags.base ?? null,
    testCommand: flags.testCommand ?? null,
    allowDirty: flags.allowDirty === true,
  };
  if (wish !== null) return showPrompt(io, { config, asked, wish, json: flags.json === true });
  if (input.kind === 'spec') {
    const folder = input.folder ?? path.replace(/\/tasks\.md$/, '');
    return showSpecInspection(io, config, { origin: input.origin, folder }, flags.json === true);
  }
  const { inspectSource } = await import('../../local/inspect.js');
  const found = await inspectSource(config, asked);
  if (found.problems.length > 0) io.exitWith(1);
  if (flags.json === true)
    return io.json({ workflowId, path, origin: input.origin, usable: found.problems.length === 0, ...found });
  io.data(inspectionText({ workflowId, path, origin: input.origin, found }, paint(io.colour)));
}
