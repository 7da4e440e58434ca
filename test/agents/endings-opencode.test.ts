import { opencodeCli } from './support/opencode-cli.js';
import { playEndings } from './support/play-endings.js';

playEndings(opencodeCli);
