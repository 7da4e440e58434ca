import { found, type CheckSources, type FoundTools } from './sources.js';

/** clippy where the repository sets it up, or where the toolchain has it; golangci-lint by its settings. */
export function compiledLints({ files, texts, hasProgram }: CheckSources): FoundTools {
  const manifest = texts.get('Cargo.toml');
  const setUp =
    files.some((path) => path === 'clippy.toml' || path === '.clippy.toml') ||
    /^\s*\[(?:workspace\.)?lints\.clippy\]/m.test(manifest ?? '');
  const clippy = manifest !== undefined && (setUp || hasProgram('cargo-clippy'));
  const argv = ['cargo', 'clippy', '--quiet', '--all-targets', '--message-format', 'short'];
  const golangci = files.some((path) => /^\.golangci\.(?:yml|yaml|toml|json)$/.test(path));
  return found(
    clippy ? { kind: 'lint', name: 'clippy', argv, touched: null } : null,
    golangci ? { kind: 'lint', name: 'golangci-lint', argv: ['golangci-lint', 'run'], touched: null } : null,
  );
}
