import { isAbsolute, join, resolve } from 'node:path';
import type { AgentSettings } from '../domain/leaf/agent-settings.js';
import type { SandboxSettings } from '../domain/leaf/sandbox-settings.js';
import type { ConfigFile } from './config-schema.js';

/** Where paths in config.json count from, and what agents may take from the worker's environment. */
export interface AgentSurroundings {
  readonly env: Readonly<Record<string, string>>;
  readonly path: string;
  readonly userHome: string;
  readonly configFolder: string;
}

/** The agents' part of config.json, with absolute paths: a leaf runs in a folder that must not choose its own program. */
export function agentSettings(
  file: ConfigFile,
  { env, path, userHome, configFolder }: AgentSurroundings,
): AgentSettings {
  const { claude = {}, codex, gemini, opencode, command } = file;
  const place = (text: string): string => absolute(text, userHome, configFolder);
  return {
    claude: claude.path === undefined ? claude : { ...claude, path: place(claude.path) },
    ...(codex === undefined ? {} : { codex: codex.path === undefined ? codex : { ...codex, path: place(codex.path) } }),
    ...(gemini === undefined
      ? {}
      : { gemini: gemini.path === undefined ? gemini : { ...gemini, path: place(gemini.path) } }),
    ...(opencode === undefined
      ? {}
      : { opencode: opencode.path === undefined ? opencode : { ...opencode, path: place(opencode.path) } }),
    command:
      command === undefined
        ? null
        : {
            ...command,
            argv: command.argv.map((text, index) => (index === 0 && text.includes('/') ? place(text) : text)),
            ...(command.readable === undefined ? {} : { readable: command.readable.map(place) }),
          },
    env,
    path,
  };
}

/** The jail's program is a path of the operator's, too. */
export function sandboxSettings(
  { sandboxRuntime = {} }: ConfigFile,
  { userHome, configFolder }: Pick<AgentSurroundings, 'userHome' | 'configFolder'>,
): SandboxSettings {
  const { path } = sandboxRuntime;
  return path === undefined ? sandboxRuntime : { ...sandboxRuntime, path: absolute(path, userHome, configFolder) };
}

/** `~/x` is in the person's home, as in a shell. */
function absolute(text: string, userHome: string, folder: string): string {
  if (text === '~' || text.startsWith('~/')) return join(userHome, text.slice(1));
  return isAbsolute(text) ? text : resolve(folder, text);
}
