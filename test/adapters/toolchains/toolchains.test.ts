import { chmodSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { createToolchains, findProgram } from '../../../src/adapters/toolchains/toolchains.js';
import { removal } from '../../support/removal.js';

let folder: string;
let home: string;
beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'pawl-toolchains-')));
  home = join(folder, 'home/ann');
  mkdirSync(home, { recursive: true });
});
afterEach(() => {
  rmSync(folder, removal);
});

function program(path: string, says = ''): string {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, `#!/bin/sh\n${says}\n`);
  chmodSync(path, 0o755);
  return path;
}

describe('the toolchains of this machine', () => {
  test('R15: shims that look below HOME are told where the toolchain is, since children have a HOME of their own', () => {
    mkdirSync(join(home, '.rustup'));
    mkdirSync(join(folder, 'pyenv'));
    const env = { PYENV_ROOT: join(folder, 'pyenv'), JAVA_HOME: join(folder, 'gone'), VOLTA_HOME: 'relative' };
    const found = createToolchains({ searchPath: '/usr/bin', home, env });
    expect(found.env).toEqual({ RUSTUP_HOME: join(home, '.rustup'), PYENV_ROOT: join(folder, 'pyenv') });
    expect(found.readable).toEqual([join(home, '.rustup'), join(folder, 'pyenv')].sort());
  });

  test('what PATH entries really lead to is readable, with the folder around its bin, never a whole home', () => {
    const real = program(join(home, '.config/nvm/versions/v20/bin/node'));
    mkdirSync(join(home, 'bin'));
    symlinkSync(real, join(home, 'bin/node'));
    program(join(home, '.local/bin/python3'));
    const searchPath = [
      join(home, 'bin'),
      join(home, '.local/bin'),
      '',
      'relative',
      join(folder, 'gone'),
      '/usr/bin',
    ].join(':');
    const { readable } = createToolchains({ searchPath, home, env: {} });
    expect(readable).toEqual(
      [join(home, '.config/nvm/versions/v20'), join(home, '.local/bin'), join(home, 'bin')].sort(),
    );
  });

  test('links in a circle and odd names are no programs', () => {
    symlinkSync(join(home, 'node'), join(home, 'node'));
    const toolchains = createToolchains({ searchPath: home, home, env: { GOROOT: join(home, 'node') } });
    expect(toolchains.has('node')).toBe(false);
    expect(toolchains.readable).toEqual([]);
    expect(findProgram('/usr/bin', '../bin/sh')).toBeNull();
  });

  test('a version is what the program says; one that is silent, fails or is no known tool counts by its place', async () => {
    program(join(home, 'bin/cargo'), 'echo cargo 1.95.0');
    program(join(home, 'bin/rustc'), 'exit 3');
    program(join(home, 'bin/deploy'), 'touch "$HOME/harm"');
    const toolchains = createToolchains({ searchPath: `${home}/bin:/usr/bin:/bin`, home, env: {} });
    expect(await toolchains.versionOf('cargo')).toBe('cargo 1.95.0');
    expect(await toolchains.versionOf('rustc')).toBe(join(home, 'bin/rustc'));
    expect(await toolchains.versionOf('deploy')).toBe(join(home, 'bin/deploy'));
    expect(await toolchains.versionOf('no-such-program')).toBe('absent');
    expect(toolchains.has('cargo')).toBe(true);
    expect(findProgram(home, 'harm')).toBeNull();
  });

  test('T2: a setup learns how registries are reached, but no password and no token', () => {
    const env = {
      HTTPS_PROXY: 'proxy.example:3128',
      https_proxy: 'http://ann:secret@proxy.example:3128',
      PIP_CERT: '/etc/ssl/own.pem',
      PIP_INDEX_URL: 'https://token@index.example/simple',
      npm_config_registry: 'https://packages.example/',
      NPM_TOKEN: 'secret',
      GOPROXY: 'https://modules.example,direct',
      AWS_SECRET_ACCESS_KEY: 'secret',
      NODE_EXTRA_CA_CERTS: '',
    };
    const { downloads } = createToolchains({ searchPath: '', home, env });
    expect(Object.keys(downloads).sort()).toEqual(['GOPROXY', 'HTTPS_PROXY', 'PIP_CERT', 'npm_config_registry']);
  });
});
