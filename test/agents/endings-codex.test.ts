import { codexCli } from './support/codex-cli.js';
import { playEndings } from './support/play-endings.js';

playEndings(codexCli);
