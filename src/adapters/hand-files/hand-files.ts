import type { HandFiles } from '../../ports/hand-files.js';
import { findHandFile, readHandFile } from './read.js';
import { writeHandFile } from './write.js';

export const handFiles: HandFiles = { read: readHandFile, find: findHandFile, write: writeHandFile };
