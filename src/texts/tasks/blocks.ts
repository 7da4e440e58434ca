import type { BlockToken } from '../markdown-blocks.js';

/** An item of a list that stands in no quote. */
export interface Item {
  /** 0-based, and exclusive. */
  readonly firstLine: number;
  readonly endLine: number;
  /** Its words, when it begins with a paragraph. */
  readonly paragraph: Paragraph | null;
  readonly items: readonly Item[];
  /** The paragraph that stands right before its list, as it is written. */
  readonly before: string | null;
}

export interface Paragraph {
  /** 0-based. */
  readonly line: number;
  readonly content: string;
}

export type HiddenIn = 'fence' | 'code block' | 'comment or HTML' | 'quote';

export interface Blocks {
  readonly items: readonly Item[];
  /** Where each line lies that can hold no task, by line; sparse. */
  readonly hidden: ReadonlyMap<number, HiddenIn>;
}

interface Open {
  /** Null at the top. */
  readonly item: MutableItem | null;
  before: string | null;
}

type MutableItem = Omit<{ -readonly [K in keyof Item]: Item[K] }, 'items'> & { items: MutableItem[] };

/** Shared by all items without any below them, and never added to: a list may have thousands of these. */
const noItems: MutableItem[] = [];

const hiddenTypes: Readonly<Record<string, HiddenIn>> = {
  fence: 'fence',
  code_block: 'code block',
  html_block: 'comment or HTML',
  blockquote_open: 'quote',
};

/** The lists of a text as a tree, and the lines that no list can lie in. */
export function readBlocks(tokens: readonly BlockToken[]): Blocks {
  const items: MutableItem[] = [];
  const top: Open = { item: null, before: null };
  const open: Open[] = [];
  const hidden = new Map<number, HiddenIn>();
  let quotes = 0;
  /** Set by an item until its first block has been seen. */
  let fresh: MutableItem | null = null;
  const here = (): Open => open.at(-1) ?? top;
  for (const token of tokens) {
    const kind = hiddenTypes[token.type];
    if (kind !== undefined && token.map !== null && quotes === 0) {
      for (let line = token.map[0]; line < token.map[1]; line += 1) hidden.set(line, kind);
    }
    if (token.type === 'blockquote_open') quotes += 1;
    if (token.type === 'blockquote_close') quotes -= 1;
    if (quotes > 0) {
      fresh = null;
      continue;
    }
    switch (token.type) {
      case 'list_item_open': {
        const [firstLine, endLine] = token.map ?? [0, 0];
        const around = here();
        const item: MutableItem = { firstLine, endLine, paragraph: null, items: noItems, before: around.before };
        if (around.item === null) items.push(item);
        else if (around.item.items === noItems) around.item.items = [item];
        else around.item.items.push(item);
        open.push({ item, before: null });
        fresh = item;
        break;
      }
      case 'list_item_close':
        open.pop();
        fresh = null;
        break;
      case 'bullet_list_open':
      case 'ordered_list_open':
        fresh = null;
        break;
      case 'bullet_list_close':
      case 'ordered_list_close':
        here().before = null;
        break;
      case 'inline':
        if (fresh !== null && token.map !== null) fresh.paragraph = { line: token.map[0], content: token.content };
        fresh = null;
        here().before = token.content;
        break;
      default:
        fresh = null;
        here().before = null;
    }
  }
  return { items, hidden };
}
