import { XMLParser, XMLValidator } from 'fast-xml-parser';
import { fieldsOf, listOf, textOf } from '../fields.js';

export interface XmlElement {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: readonly XmlElement[];
  /** Its own text, without that of its children. */
  readonly text: string;
}

export type XmlReading =
  { readonly kind: 'element'; readonly element: XmlElement } | { readonly kind: 'refused'; readonly why: string };

/** Deeper than any result of tests: suites in suites. */
const mostDepth = 40;

/** Elements whose text is what tests printed: large, and nothing of it counts. */
const printed = /^(?:system-out|system-err)$/;

/**
 * Reads one XML document, as data from outside: no document type, so no entities of its own, and a bounded depth; a
 * text that is cut off is refused.
 */
export function readXml(text: string): XmlReading {
  if (/<!(?:DOCTYPE|ENTITY)\b/i.test(text)) return { kind: 'refused', why: 'it declares a document type or entities' };
  try {
    const valid = XMLValidator.validate(text);
    if (valid !== true) return { kind: 'refused', why: faultOf(text, valid.err) };
    const roots = listOf(parser.parse(text)).flatMap((node) => elementOf(node, 0) ?? []);
    const [element] = roots;
    return element === undefined ? { kind: 'refused', why: 'it holds no element' } : { kind: 'element', element };
  } catch (error) {
    return { kind: 'refused', why: error instanceof Error ? error.message : 'it is not readable' };
  }
}

/** A result without its end was cut off, whatever the library stumbles over first. */
function faultOf(text: string, { msg, line }: { readonly msg: string; readonly line: number }): string {
  const root = /<([A-Za-z_][\w:.-]{0,100})/.exec(text)?.[1];
  if (root !== undefined && !text.trimEnd().endsWith(`</${root}>`)) return `it is cut off: its <${root}> is not closed`;
  return `${msg.replace(/\.$/, '')} (line ${line})`;
}

const parser = new XMLParser({
  preserveOrder: true,
  ignoreAttributes: false,
  attributeNamePrefix: '',
  processEntities: false,
  parseTagValue: false,
  parseAttributeValue: false,
  trimValues: false,
  ignoreDeclaration: true,
  ignorePiTags: true,
  maxNestedTags: mostDepth,
  updateTag: (name) => !printed.test(name),
});

const attributesKey = ':@';
const textKey = '#text';

function elementOf(node: unknown, depth: number): XmlElement | null {
  const fields = fieldsOf(node);
  const name = Object.keys(fields ?? {}).find((key) => key !== attributesKey && key !== textKey);
  if (fields === null || name === undefined || depth > mostDepth) return null;
  const inside = listOf(fields[name]);
  const attributes = Object.entries(fieldsOf(fields[attributesKey]) ?? {});
  return {
    name,
    attributes: Object.fromEntries(attributes.map(([key, value]) => [key, plain(textOf(value) ?? '')])),
    children: inside.flatMap((child) => elementOf(child, depth + 1) ?? []),
    text: plain(inside.map((child) => textOf(fieldsOf(child)?.[textKey]) ?? '').join('')),
  };
}

const named: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" };

/** The five entities that XML has without a document type, and characters by number. */
function plain(text: string): string {
  return text.replace(/&(?:#x([0-9a-f]{1,6})|#(\d{1,7})|(lt|gt|amp|quot|apos));/gi, (whole, hex, decimal, name) => {
    if (typeof name === 'string') return named[name.toLowerCase()] ?? whole;
    const code = typeof hex === 'string' ? Number.parseInt(hex, 16) : Number(decimal);
    return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : whole;
  });
}
