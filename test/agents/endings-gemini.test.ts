import { geminiCli } from './support/gemini-cli.js';
import { playEndings } from './support/play-endings.js';

playEndings(geminiCli);
