export { tddRun } from './tdd-run.js';
