import { existsSync } from 'node:fs';

const perl = '/usr/bin/perl';

/** `prctl` by number, since Node has no way to call it. */
const prctlNumbers: Readonly<Record<string, number>> = { x64: 157, arm64: 167 };
const setChildSubreaper = 36;

/**
 * What to put before a guard's argv so that processes of its program whose parents die become the guard's own
 * children, not init's: then a double fork with a cleared environment is still found (F26). The mark outlives
 * exec, so Perl sets it and becomes the guard. Empty where there is no Perl, or on another system or processor.
 */
export function orphanKeeper(): readonly string[] {
  const prctl = process.platform === 'linux' ? prctlNumbers[process.arch] : undefined;
  if (prctl === undefined || !existsSync(perl)) return [];
  return [
    perl,
    '-e',
    `syscall(${prctl}, ${setChildSubreaper}, 1, 0, 0, 0); exec { $ARGV[0] } @ARGV or die "$ARGV[0]: $!\n"`,
  ];
}
