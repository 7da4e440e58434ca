import { resolve } from 'node:path';
import type { Config } from '../../config.js';
import { renderWorkflowId } from '../../domain/run/names.js';
import { specSlug } from '../../domain/run/slugs.js';
import type { SpecLook } from '../../local/specs.js';
import { placeOf, type Place } from './place.js';
import { readSourceForm } from './source-form.js';
import { currentSpec, specFolder } from './spec-folder.js';

/** A spec of a checkout on this machine, and the run that would be its own. */
export interface SpecHere {
  readonly origin: string;
  readonly look: SpecLook;
  readonly workflowId: string;
}

/** The spec that a typed folder holds; null for what is no folder. @throws {CliError} 2 for a folder that is no spec */
export async function typedSpec(config: Config, typed: string, cwd: string): Promise<SpecHere | null> {
  const form = await readSourceForm(typed, cwd);
  if (form.kind !== 'folder' && form.kind !== 'current-spec') return null;
  const { place, folder } = await (form.kind === 'folder'
    ? specFolder(config, typed, form.path)
    : currentSpec(config, cwd));
  return specAt(config, place, folder);
}

/** The spec that `specs/.current-spec` of this checkout names (R-000-10); null without one. */
export async function currentSpecHere(config: Config, cwd: string): Promise<SpecHere | null> {
  const place = await placeOf(config, resolve(cwd));
  if (place === null || place.bare) return null;
  const { currentSpec: readCurrent } = await import('../../local/specs.js');
  const name = await readCurrent(place.origin);
  // A name and no way out of the folder.
  return name === null || name.includes('/') || name === '..' ? null : specAt(config, place, `specs/${name}`);
}

async function specAt(config: Config, place: Place, folder: string): Promise<SpecHere | null> {
  const { lookAtSpec } = await import('../../local/specs.js');
  const look = await lookAtSpec(config, place.origin, folder, Date.now());
  return look === null ? null : { origin: place.origin, look, workflowId: specRunId(place, folder) };
}

export function specRunId({ name }: Pick<Place, 'name'>, folder: string): string {
  return renderWorkflowId(name, { kind: 'spec', slug: specSlug(folder) });
}
