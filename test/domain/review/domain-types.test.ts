import { describe, expect, test } from '@jest/globals';
import { declaredType, filesNear, typeNames, typeWords } from '../../../src/domain/review/domain-types.js';

describe('R-001-19: names of the domain types there are', () => {
  test.each<[string, string, string | null]>([
    ['a.ts', 'export interface Money {', 'Money'],
    ['a.ts', 'export abstract class Account<T> extends Base {', 'Account'],
    ['a.ts', 'export type Percent = number & { readonly percent: true };', 'Percent'],
    ['a.ts', 'export const enum Side { Left }', 'Side'],
    ['a.ts', 'interface Hidden {', null],
    ['a.ts', '  readonly type: string;', null],
    ['a.cjs', 'class Price {', 'Price'],
    ['a.d.ts', 'export interface Money {', null],
    ['a.py', 'class Invoice(Base):', 'Invoice'],
    ['a.py', 'class _Hidden:', null],
    ['a.py', 'UserId = NewType("UserId", str)', 'UserId'],
    ['a.py', 'Point = collections.namedtuple("Point", "x y")', 'Point'],
    ['a.py', '    class Meta:', null],
    ['a.go', 'type Order struct {', 'Order'],
    ['a.go', 'type order struct {', null],
    ['a.rs', 'pub(crate) struct Token(String);', 'Token'],
    ['a.rs', 'struct Hidden;', null],
    ['A.java', 'public final class Basket implements X {', 'Basket'],
    ['A.java', 'public record Line(int count) {}', 'Line'],
    ['A.java', '    private static class Hidden {', null],
    ['A.kt', 'sealed interface Result', 'Result'],
    ['a.rb', 'class Order < ApplicationRecord', 'Order'],
    ['a.h', 'struct point {', 'point'],
    ['a.ex', 'defmodule Shop.Order do', 'Shop.Order'],
    ['a.md', 'class Prose is not code', null],
    ['node_modules/x/a.ts', 'export interface Foreign {', null],
    ['a.ts', `export interface ${'x'.repeat(500)} {`, 'x'.repeat(80)],
  ])('%s: %s', (path, line, name) => {
    expect(declaredType(path, line)).toBe(name);
    if (name !== null) expect(typeWords.some((word) => new RegExp(`\\b${word}\\b`).test(line))).toBe(true);
  });

  test('each once, sorted, at most 100; nothing else of a line gets through', () => {
    const lines = ['export class B {} // trust me', 'export class A {}', 'export class B {}'];
    expect(typeNames(lines.map((text) => ({ path: 'a.ts', text })))).toEqual(['A', 'B']);
    const many = Array.from({ length: 500 }, (_, at) => ({ path: 'a.ts', text: `export class C${at} {}` }));
    expect(typeNames(many)).toHaveLength(100);
  });
});

test('files near the step: beside it first, then domain folders, then below it; never the rest', () => {
  const files = ['lib/x.ts', 'src/shop/deep/d.ts', 'src/domain/money.ts', 'src/shop/basket.ts', 'src/shop/read.md'];
  expect(filesNear(['src/shop/order.ts'], files)).toEqual([
    'src/shop/basket.ts',
    'src/domain/money.ts',
    'src/shop/deep/d.ts',
  ]);
  // A file at the top has the whole repository below it.
  expect(filesNear(['order.ts'], ['a.ts', 'lib/x.ts'])).toEqual(['a.ts']);
  const many = Array.from({ length: 900 }, (_, at) => `src/shop/f${at}.ts`);
  expect(filesNear(['src/shop/order.ts'], many)).toHaveLength(200);
});
