/**
 * The import walls, as data: which room of src may reach which rooms and packages. Arrows only point down.
 * A room is a folder of src, or the one file of that name. Every wall holds for `import type`, `export … from`
 * and `import()` alike, because a type is an arrow too; the grants below say where it may differ.
 *
 * @typedef {'all' | 'lazy' | { readonly names: RegExp }} Grant
 *   all: any import. lazy: `import type` or `import()`, so that nothing is loaded before it is needed.
 *   names: only named imports that match.
 * @typedef {{
 *   readonly rooms: Readonly<Record<string, Grant>>,
 *   readonly packages: Readonly<Record<string, Grant>>,
 *   readonly node: boolean,
 *   readonly vendors?: Readonly<Record<string, Readonly<Record<string, Grant>>>>,
 *   readonly sandbox?: 'pure' | 'workflow',
 * }} Room
 *   node: may import Node's own modules. vendors: packages by first folder of the room, one vendor each.
 *   sandbox: code that runs inside the workflow sandbox; `pure` code is given the time as a number.
 */

/** @param {readonly string[]} names @returns {Record<string, Grant>} */
const all = (...names) => Object.fromEntries(names.map((name) => [name, 'all']));

/** @param {string} name @returns {Record<string, Grant>} */
const lazy = (name) => ({ [name]: 'lazy' });

const none = {};

/** @type {Readonly<Record<string, Room>>} */
export const walls = {
  domain: { rooms: all('domain'), packages: all('zod'), node: false, sandbox: 'pure' },
  contract: {
    rooms: all('contract', 'domain'),
    packages: { ...all('zod', '@temporalio/common'), '@temporalio/workflow': { names: /^define[A-Z]/ } },
    node: false,
    sandbox: 'pure',
  },
  ports: { rooms: all('ports', 'domain'), packages: none, node: false },
  workflows: {
    rooms: all('workflows', 'contract', 'domain'),
    packages: all('@temporalio/workflow'),
    node: false,
    sandbox: 'workflow',
  },
  prompts: { rooms: all('prompts', 'domain'), packages: none, node: false },
  texts: { rooms: all('texts', 'domain'), packages: all('markdown-it'), node: false },
  activities: {
    rooms: all('activities', 'contract', 'domain', 'ports', 'prompts', 'texts'),
    packages: all('@temporalio/activity'),
    node: false,
  },
  adapters: {
    rooms: all('adapters', 'ports', 'domain'),
    packages: none,
    node: true,
    vendors: {
      process: all('execa'),
      git: all('simple-git'),
      artifacts: all('write-file-atomic'),
      jails: none,
      agents: none,
      runners: all('fast-xml-parser', 'tap-parser'),
      trackers: none,
      checks: none,
      host: none,
      toolchains: none,
      'hand-files': none,
    },
  },
  config: { rooms: all('config', 'domain'), packages: all('zod'), node: true },
  embedded: { rooms: all('embedded', 'domain'), packages: all('zod', 'execa'), node: true },
  client: operatorHand('client', all('cli')),
  // `pawl worker` becomes the worker: the one command that reaches the other composition root.
  cli: operatorHand('cli', lazy('worker')),
  worker: {
    rooms: all('worker', 'local', ...below()),
    packages: all('@temporalio/worker', '@temporalio/client', '@temporalio/common', '@temporalio/activity'),
    node: true,
  },
  local: { rooms: all('local', ...below()), packages: none, node: true },
};

/**
 * The operator's hand: adapters only through local.ts, and neither that nor the SDK before a command needs it.
 * @param {string} own @param {Record<string, Grant>} more
 */
function operatorHand(own, more) {
  return {
    rooms: { ...all(own, 'contract', 'config', 'domain', 'texts', 'embedded'), ...lazy('local'), ...more },
    packages: { ...all('commander'), ...lazy('@temporalio/client') },
    node: true,
  };
}

/** What the two composition roots stand on. Workflows are not in it: the worker knows them by path only. */
function below() {
  return ['domain', 'contract', 'ports', 'prompts', 'texts', 'activities', 'adapters', 'config', 'embedded'];
}
