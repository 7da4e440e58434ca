import { dirname, join } from 'node:path';
import type { TestFailure } from '../../../domain/evidence/evidence.js';
import { importsOf } from '../node-test/import-bindings.js';
import { failureOf } from '../test-list.js';
import type { JestPlace } from './jest-error.js';

/**
 * What ts-jest says when TypeScript refuses a file: TypeScript's own codes, which must all tell of one missing module
 * or of missing symbols of one module. Null when the words are none of its.
 */
export function typeScriptFailure(message: string, around: JestPlace): TestFailure | null {
  const told = [...message.matchAll(/ - error TS(\d{1,5}): (.*)$/gm)].map(([, code, words]) => ({
    code: Number(code),
    words: words ?? '',
  }));
  if (told.length === 0) return null;
  if (told.some(({ code }) => code < 2_000)) return failureOf('syntax', message);
  const missing = told.map(({ code, words }) => missingIn(code, words, around));
  const [first] = missing;
  const isOne = missing.every((one) => one?.kind === first?.kind && one?.module === first?.module);
  if (first === undefined || first === null || !isOne) return failureOf('error', message);
  return first.kind === 'missing-module'
    ? failureOf(first.kind, message, { missing: first.module, module: null })
    : failureOf(first.kind, message, { missing: first.symbol, module: first.module });
}

interface Missing {
  readonly kind: 'missing-module' | 'missing-symbol';
  readonly module: string;
  readonly symbol: string;
}

function missingIn(code: number, words: string, around: JestPlace): Missing | null {
  const at = (specifier: string): string => around.place(join(dirname(around.file), specifier));
  switch (code) {
    case 2307: {
      const module = /^Cannot find module '(\.{1,2}\/[^']+)'/.exec(words)?.[1];
      return module === undefined ? null : { kind: 'missing-module', module: at(module), symbol: '' };
    }
    case 2305:
    case 2724: {
      const [, module, symbol] =
        /^(?:Module )?'"(\.{1,2}\/[^"]+)"' has no exported member (?:named )?'([^']+)'/.exec(words) ?? [];
      if (module === undefined || symbol === undefined) return null;
      return { kind: 'missing-symbol', module: at(module), symbol };
    }
    case 2339: {
      const [, symbol, type] =
        /^Property '([^']+)' does not exist on type '(?:typeof )?([A-Za-z_$][\w$]*)'/.exec(words) ?? [];
      if (symbol === undefined || type === undefined) return null;
      const imports = importsOf((around.source(around.file) ?? '').replace(/\s+/g, ' '));
      const specifier = [...imports.values()].find((one) => one.symbol === type)?.specifier;
      return specifier === undefined ? null : { kind: 'missing-symbol', module: at(specifier), symbol };
    }
    default:
      return null;
  }
}
