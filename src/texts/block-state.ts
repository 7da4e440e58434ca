import MarkdownIt, { type Env, type MarkdownIt as Markdown, type Token } from 'markdown-it';

/** What is known of one block, or of the beginning or end of one. */
export interface BlockToken {
  readonly type: string;
  /** `h2` of a heading. */
  readonly tag: string;
  /** How many blocks are open around it. */
  readonly level: number;
  /** First line, and the one after its last; 0-based. */
  readonly map: readonly [number, number] | null;
  readonly content: string;
}

/** Nobody asks for these: what they hold stands in the `inline` between them. */
const skipped: ReadonlySet<string> = new Set(['paragraph_open', 'paragraph_close']);

/**
 * Collects small records instead of the library's tokens, whose making is most of the block pass. The rules fill a
 * token in right after `push` and before the next one, so one token serves them all, and its record is made then.
 */
export class BlockState extends MarkdownIt.StateBlock {
  private readonly records: BlockToken[] = [];
  private readonly scratch: Token = new this.Token('', '', 0);
  private isFilled = false;

  constructor(text: string, markdown: Markdown, env: Env) {
    super(text, markdown, env, []);
  }

  override push(type: string, tag: string, nesting: -1 | 0 | 1): Token {
    this.keep();
    if (nesting < 0) this.level -= 1;
    const { scratch } = this;
    scratch.type = type;
    scratch.tag = tag;
    scratch.level = this.level;
    scratch.map = null;
    scratch.content = '';
    this.isFilled = !skipped.has(type);
    if (nesting > 0) this.level += 1;
    return scratch;
  }

  /** All that was found, in order. */
  finish(): readonly BlockToken[] {
    this.keep();
    return this.records;
  }

  private keep(): void {
    if (!this.isFilled) return;
    const { type, tag, level, map, content } = this.scratch;
    // The end of a list is written into its map later: the same array is kept.
    this.records.push({ type, tag, level, map, content });
    this.isFilled = false;
  }
}
