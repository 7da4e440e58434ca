/** The compilers, interpreters and package managers of this machine: configuration of the host, not of a run (design 4, Setup). */
export interface Toolchains {
  /** For every child: where toolchains that live in the operator's home are, since children have a HOME of their own. */
  readonly env: Readonly<Record<string, string>>;
  /** For a setup alone: proxies, certificates and indexes, never with a password in them. */
  readonly downloads: Readonly<Record<string, string>>;
  /** Real folders of toolchains, to be readable also where their parents are hidden. */
  readonly readable: readonly string[];
  /** Is there such a program on the PATH of children? */
  has(name: string): boolean;
  /** What the program says of its version, as part of a hash; where it stands when it says nothing. */
  versionOf(name: string): Promise<string>;
}
