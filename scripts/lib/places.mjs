import { fileURLToPath } from 'node:url';

const at = (/** @type {string} */ path) => fileURLToPath(new URL(`../../${path}`, import.meta.url));

export const places = {
  root: at('.'),
  source: at('src'),
  dist: at('dist'),
  /** Named so that the ignore rules for dist/ hold for what lies in it. */
  scratch: at('.build'),
  modules: at('node_modules'),
  cache: at('node_modules/.cache/pawl-build'),
  /** Beside the folder it guards: `npm ci` removes that folder. */
  lock: at('.build/lock'),
};
