import { endings } from './modes-endings.js';
import { fileModes } from './modes-files.js';
import { processModes } from './modes-processes.js';
import { recordModes } from './modes-records.js';
import { verifierModes } from './modes-verifier.js';
import type { Mode } from './mode.js';

/** Every mode of the misbehaving scripted leaf. docs/leaves.md is made of it. */
export const modes: readonly Mode[] = [...endings, ...processModes, ...recordModes, ...fileModes, ...verifierModes];
