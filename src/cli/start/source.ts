import { constants } from 'node:fs';
import { access, stat } from 'node:fs/promises';
import type { Config } from '../../config.js';
import type { SourceInput } from '../../contract/run-input.js';
import { renderWorkflowId, sourceName } from '../../domain/run/names.js';
import { fileSlug } from '../../domain/run/slugs.js';
import { CliError } from '../io.js';
import { pathInOrigin, placeOf } from '../runs/place.js';
import { readSourceForm } from '../runs/source-form.js';
import { currentSpec, specFolder, type SpecFolder } from '../runs/spec-folder.js';
import { remoteSource } from './remote-source.js';

/** What `pawl run` was pointed at, with the workflow id that belongs to it. */
export interface Source {
  readonly input: SourceInput;
  readonly workflowId: string;
  /** Repository-relative path of the issue file, or of the spec's list. */
  readonly path: string;
}

const example = 'for example: pawl run docs/issue.md --issue 42';

export interface SourceWish {
  readonly issueNumber: number | null;
  readonly cwd: string;
  /** URL of the remote that the source is in; left out: it is a file or folder of this machine. */
  readonly origin?: string | undefined;
}

/** Finds the issue file and its repository on this machine, or takes it as a path in a remote. @throws {CliError} 2 when there is no such thing. */
export async function findSource(config: Config, typed: string, wish: SourceWish): Promise<Source> {
  if (wish.origin !== undefined) return remoteSource(typed, wish.origin, wish.issueNumber);
  const form = await readSourceForm(typed, wish.cwd);
  switch (form.kind) {
    case 'workflow-id':
      throw wrongUse(
        `"${typed}" is the id of a run. Look: pawl status ${typed}\nTo go on with it: pawl resume ${typed}`,
      );
    case 'number':
      throw wrongUse(
        `This version works on local issue files, not on issues of a tracker. ` +
          `Put issue ${form.number} into a file; for example: pawl run docs/issue.md --issue ${form.number}`,
      );
    case 'folder':
      return specSource(await specFolder(config, typed, form.path));
    case 'current-spec':
      return specSource(await currentSpec(config, wish.cwd));
    case 'file':
      await checkReadable(typed, form.path);
      return sourceOf(config, typed, { file: form.path, issueNumber: wish.issueNumber });
  }
}

async function checkReadable(typed: string, file: string): Promise<void> {
  const found = await stat(file).catch((error: NodeJS.ErrnoException) => {
    const why = error.code === 'ENOENT' ? 'there is no such file' : (error.code ?? error.message);
    throw wrongUse(`${typed} can't be read: ${why}. Expected a Markdown issue file; ${example}`);
  });
  if (!found.isFile()) throw wrongUse(`${typed} is not a file. Expected a Markdown issue file; ${example}`);
  await access(file, constants.R_OK).catch(() => {
    throw wrongUse(`${typed} can't be read: no permission.`);
  });
}

interface IssueFile {
  readonly file: string;
  readonly issueNumber: number | null;
}

async function sourceOf(config: Config, typed: string, { file, issueNumber }: IssueFile): Promise<Source> {
  const place = await placeOf(config, file);
  const path = place === null || place.bare ? null : await pathInOrigin(place, file);
  if (place === null || path === null) {
    throw wrongUse(
      `${typed} lies in no checkout of a git repository. Pawl works on the repository that holds the issue file: ` +
        'put it there, or first run: git init',
    );
  }
  const slug = fileSlug(path);
  const workflowId = renderWorkflowId(place.name, sourceName({ slug, issueNumber }));
  return { input: { kind: 'file', origin: place.origin, file, slug, issueNumber }, workflowId, path };
}

function specSource({ place, folder, list, slug }: SpecFolder): Source {
  const input = { kind: 'spec', origin: place.origin, file: list, slug, issueNumber: null, folder } as const;
  return { input, workflowId: renderWorkflowId(place.name, sourceName(input)), path: `${folder}/tasks.md` };
}

function wrongUse(message: string): CliError {
  return new CliError(2, message);
}
