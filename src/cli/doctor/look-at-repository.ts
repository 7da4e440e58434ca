import type { Config } from '../../config.js';
import { readPawlJson } from '../../texts/pawl-json.js';
import { limited, type Check, type Round } from './check.js';
import { judgeAuthor, judgeRepository, judgeTests, type RepositoryLook, type TestsLook } from './repository.js';
import { judgePawlJson, pawlJsonIn } from './settings.js';

/** The repository the person is in; outside of any, that alone is said. */
export async function repositoryChecks(round: Round, config: Config, folder: string): Promise<readonly Check[]> {
  const origin = (async () => {
    const { lookAtOrigin } = await import('../../local/machine-probes.js');
    return lookAtOrigin(config, folder);
  })();
  // The checks below tell of its failure.
  const top = origin.then(treeOf, () => null);
  const repository = limited(round, 'repository', async () => judgeRepository(await origin));
  const inside = async (name: string, look: (found: RepositoryLook) => Promise<Check>): Promise<readonly Check[]> => {
    const found = await Promise.race([top, repository.then(() => null)]);
    return found === null ? [] : [await limited(round, name, () => look(found))];
  };
  const groups = await Promise.all([
    repository.then((check) => [check]),
    inside('author', async (found) => judgeAuthor(found)),
    inside('pawl.json', async ({ path }) => {
      const { text, problem } = await pawlJsonIn(path);
      return judgePawlJson(text, problem);
    }),
    inside('tests', async ({ path }) => judgeTests(await testsOf(path))),
  ]);
  return groups.flat();
}

/** A bare repository has no files to look at. */
function treeOf(found: RepositoryLook | null): RepositoryLook | null {
  return found === null || found.bare ? null : found;
}

async function testsOf(folder: string): Promise<TestsLook> {
  const { detectTestCommands, speaksFor } = await import('../../local/test-commands.js');
  const reading = readPawlJson((await pawlJsonIn(folder)).text);
  const { test: line, results } = reading.kind === 'ok' ? reading.rules : { test: null, results: null };
  if (line === null) return { wanted: null, ...(await detectTestCommands(folder)) };
  // With results of its own it needs no runner that knows it.
  return { wanted: { line, isKnown: results !== null || (await speaksFor(folder, line)) }, known: [], found: [] };
}
