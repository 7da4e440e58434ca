/** What a detection may look at: the files of one tree, and which programs this machine has. */
export interface SetupSources {
  /** Repository-relative. */
  readonly files: readonly string[];
  /** Texts of those of `decidingFiles` that are there, by path. */
  readonly texts: ReadonlyMap<string, string>;
  readonly hasProgram: (name: string) => boolean;
}

/** The setup of one ecosystem. */
export interface SetupPart {
  readonly commands: readonly (readonly string[])[];
  /** Programs whose versions decide what is installed: a store made by another version is another store. */
  readonly programs: readonly string[];
  readonly why: string;
}
