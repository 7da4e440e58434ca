import { describe, expect, test } from '@jest/globals';
import { isSource, signatureList, signaturesOf } from '../../../src/domain/files/signatures.js';
import { withheldFiles } from '../../../src/domain/files/withheld.js';

const script = `import { secretHelper } from './other.js';
const hidden = 'secret value';
function inner(a) { return 'secret body'; }
/** Adds. */
export function add(
  one: number,
  other: number,
): number {
  const secret = one + other;
  return secret;
}
export const twice = async ({ a, b }: Pair): Promise<number> => a.secret + b;
export const limit = 'secret value';
export const sum = (1 + secret()).map((x) => secret(x));
export const old = function (x) { return 'secret'; };
export function short(a) { return secret(a); }
export class Cart extends Base {
  #secret = 1;
  items: string[] = ['secret'];
  private secretly() {
    return 1;
  }
  add(item: string): void {
    if (this.secret) {
      this.items.push(item);
    }
  }
  static async load(id: string): Promise<Cart> { return secret; }
}
export interface Pair {
  a: number;
  b: number;
}
export type Name = 'x' | 'y';
export { inner as renamed } from './inner.js';
export default secretThing();
`;

const python = `import secret
LIMIT: int = 1_000_secret
@dataclass
class Cart(Base):
    """def secret(): pass"""
    items: list[str] = secret
    def add(self, item: str, *, n: int = 1) -> dict[str, int]:
        def secret(): return 1
        secret = item
        return secret
    def _secret(self): pass
async def load(
    path: str,
) -> Cart: return secret()
`;

const go = `package cart
const Limit = secret
type Cart struct {
	Items []string
}
func (c *Cart) Add(item string, n int) (map[string]interface{}, error) {
	secret := item
	return nil, secret
}
func Short() int { return secret }
`;

const rust = `use crate::secret;
pub struct Cart {
    pub items: Vec<String>,
}
impl Cart {
    pub fn add(&mut self, item: String) -> Result<(), Error> {
        let secret = item;
    }
    fn secretly(&self) {}
}
pub trait Shop {
    fn open(&self) -> bool { secret() }
}
pub const LIMIT: u32 = secret;
`;

const java = `package shop;
import secret.Thing;
public class Cart extends Base {
    private int secret = 1;
    public Cart(int size) {
        this.secret = size;
    }
    @Override
    public List<String> items(int from,
                              int to) throws Oops {
        return secret(from);
    }
    private void secretly() {}
    int packaged() { return secret; }
}
`;

const cases: readonly (readonly [string, string, readonly string[]])[] = [
  [
    'src/cart.ts',
    script,
    [
      'export function add( one: number, other: number, ): number',
      'export const twice = async ({ a, b }: Pair): Promise<number> =>',
      'export const limit',
      'export const sum',
      'export const old = function (x)',
      'export function short(a)',
      'export class Cart extends Base',
      '  items: string[]',
      '  add(item: string): void',
      '  static async load(id: string): Promise<Cart>',
      'export interface Pair {',
      "export type Name = 'x' | 'y';",
      'export { inner as renamed }',
    ],
  ],
  [
    'cart.py',
    python,
    [
      'LIMIT: int',
      '@dataclass',
      'class Cart(Base)',
      '    def add(self, item: str, *, n: int = 1) -> dict[str, int]',
      'async def load( path: str, ) -> Cart',
    ],
  ],
  [
    'cart.go',
    go,
    [
      'package cart',
      'const Limit',
      '	Items []string',
      'func (c *Cart) Add(item string, n int) (map[string]interface{}, error)',
      'func Short() int',
    ],
  ],
  [
    'src/cart.rs',
    rust,
    [
      'pub struct Cart {',
      '    pub items: Vec<String>,',
      'impl Cart',
      '    pub fn add(&mut self, item: String) -> Result<(), Error>',
      '    fn open(&self) -> bool',
      'pub const LIMIT: u32',
    ],
  ],
  [
    'Cart.java',
    java,
    [
      'public class Cart extends Base',
      '    public Cart(int size)',
      '    public List<String> items(int from, int to) throws Oops',
      '    int packaged()',
    ],
  ],
];

describe('C-9, R-001-18: signatures without bodies', () => {
  test.each(cases)('%s: what can be called stands there, and no body', (path, text, expected) => {
    const lines = signaturesOf(path, text);
    const all = lines.join('\n');
    for (const line of expected) expect(all).toContain(line);
    expect(all).not.toContain('secret');
  });

  test('CommonJS: the names, not the values', () => {
    const text =
      "const a = () => 'secret';\nfunction b(x) { return 'secret'; }\nmodule.exports = {\n  a,\n  b: b,\n};\nexports.c = 'secret';\n";
    expect(signaturesOf('a.js', text)).toEqual(['function b(x)', 'module.exports = { a, b }', 'exports.c']);
  });

  test('a language without a grammar is named only, and what is cut off is said', () => {
    expect(signaturesOf('cart.rb', 'def secret; end')).toEqual([]);
    expect(signatureList([{ path: 'cart.rb', text: 'def secret; end' }], 1_000)).toBe('cart.rb\n    (name only)');
    const many = Array.from({ length: 50 }, (_, k) => ({ path: `src/file-${k}.rb`, text: null }));
    expect(signatureList(many, 300)).toMatch(/and \d+ more files$/);
  });
});

test('R-001-18: code is withheld; tests, manifests, configuration, data and stubs are not', () => {
  const files = [
    'src/a.ts',
    'src/a.test.ts',
    'src/a.d.ts',
    'package.json',
    'jest.config.js',
    'eslint.config.mjs',
    '.eslintrc.cjs',
    'README.md',
    'src/data.json',
    'dist/a.js',
    'build.rs',
    'build.gradle.kts',
    'lib/cart.py',
    'bin/tool',
  ];
  expect(withheldFiles(files, (path) => path.includes('.test.'))).toEqual(['src/a.ts', 'dist/a.js', 'lib/cart.py']);
  expect(isSource('types/a.d.mts')).toBe(false);
});
