import { claudeCli } from './support/claude-cli.js';
import { playEndings } from './support/play-endings.js';

playEndings(claudeCli);
