import { test } from '@jest/globals';
import { jailKinds } from '../adapters/process/support/rig.js';
import { proveIn } from './prove.js';

if (jailKinds.includes('bubblewrap')) proveIn('bubblewrap');
else test('skipped: bubblewrap not installed', () => undefined);
