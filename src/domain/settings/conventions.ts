import { z } from 'zod';
import { schemaKey } from './key-rules.js';
import { labelProblem } from '../plan/more-labels.js';
import { LabelShape } from '../plan/shape.js';
import { BudgetWish } from '../run/resource-budgets.js';
import { Discipline, Isolation } from '../run/discipline.js';
import { globProblem } from '../files/path-globs.js';
import { folderProblem } from '../files/repository-folder.js';
import { specPatternProblem } from '../files/spec-coverage.js';
import { parseTestResults } from '../evidence/test-results.js';

const line = z
  .string()
  .max(1_000)
  .refine((text) => text.trim() !== '' && !/[\u0000-\u0008\u000a-\u001f\u007f]/.test(text));

/** `false`: there is none here, whatever is detected. */
const commandOrNone = z.union([line, z.literal(false)]);

const specPattern = z.string().refine((pattern) => specPatternProblem(pattern) === null);

const taskLabel = z.string().refine((label) => labelProblem(label) === null);

const seconds = z.int().min(1).max(86_400);

/**
 * The repository's own conventions, as `pawl.json` spells them. They may only tighten what the operator
 * allows, and there is no gear among them (design 3). Closed: an unknown key is an error, not a wish.
 */
export const Conventions = z.strictObject({
  [schemaKey]: z.string().max(1_000).optional(),
  test: line.optional(),
  results: line.refine((text) => parseTestResults(text).kind !== 'refused').optional(),
  setup: z.union([line, z.array(line).min(1).max(20)]).optional(),
  typecheck: commandOrNone.optional(),
  lint: commandOrNone.optional(),
  hooks: z
    .string()
    .refine((path) => folderProblem(path) === null)
    .optional(),
  specs: z
    .record(specPattern, specPattern)
    .refine((map) => Object.keys(map).length <= 50)
    .optional(),
  maxFiles: z.int().min(1).max(1_000).optional(),
  testFiles: z
    .array(z.string().refine((glob) => globProblem(glob) === null))
    .min(1)
    .max(50)
    .optional(),
  labels: z
    .record(taskLabel, LabelShape)
    .refine((map) => Object.keys(map).length <= 50)
    .optional(),
  discipline: Discipline.optional(),
  domainReview: z.boolean().optional(),
  isolation: Isolation.optional(),
  signOff: z.boolean().optional(),
  limits: z
    .strictObject({
      leafTimeoutSeconds: seconds.optional(),
      idleSeconds: seconds.optional(),
      run: BudgetWish.optional(),
      step: BudgetWish.optional(),
    })
    .optional(),
});
export type Conventions = z.infer<typeof Conventions>;
