import type { AgentSettings } from '../../../src/domain/leaf/agent-settings.js';
import { claudeCli } from './claude-cli.js';
import { codexCli } from './codex-cli.js';
import { geminiCli } from './gemini-cli.js';
import { opencodeCli } from './opencode-cli.js';
import type { CliName, Scene, Stub } from './turns.js';

type Vendor = Pick<AgentSettings, CliName>;

/** One agent CLI as the tests drive it: the stand-in for its provider, and how it is told to ask that one. */
export interface Cli {
  readonly name: CliName;
  /** What `npm run test:agents` installed; null where it could not, or where another command runs the tests. */
  readonly program: string | null;
  /** The variable that holds its key. */
  readonly keyVariable: string;
  /** Keys of config.json, laid under its name. */
  config(program: string, url: string): Partial<Vendor>;
  /** The worker's environment. */
  env(url: string): Readonly<Record<string, string>>;
  /** Some take what the provider says only with another kind of login. */
  readonly allowanceEnv?: Readonly<Record<string, string>>;
  stub(scene: Scene): Promise<Stub>;
}

export const clis: readonly Cli[] = [claudeCli, codexCli, geminiCli, opencodeCli];
for (const { name, program } of clis) if (program === null) console.warn(`skipped: ${name} not installed`);

/** Why tests of a CLI are skipped, for their titles. */
export function skipNote({ name, program }: Cli): string {
  return program === null ? ` (skipped: ${name} not installed)` : '';
}
