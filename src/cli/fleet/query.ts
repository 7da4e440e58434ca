import { CliError } from '../io.js';
import { openRuns } from '../runs/find.js';

export interface FleetWish {
  /** `owner/name`, or `local/<folder>-<hex>`, as it stands in the workflow id; null for all. */
  readonly repo: string | null;
  /** A person's own list filter, joined by AND; null for none. */
  readonly query: string | null;
}

const repoExample = "expected owner/name or local/<folder>-<hex>, as in the run's id; for example: --repo acme/shop";

export interface FleetChoice {
  /** Of the visibility store. */
  readonly query: string;
  /** Is this run among those that are meant? Names of repositories may nest, which a prefix can't tell apart. */
  readonly isMeant: (workflowId: string) => boolean;
}

/**
 * The open runs of a fleet, and only those, whatever the person's own filter says.
 * @throws {CliError} 2 for a repository or a filter that can't be joined safely
 */
export function fleetChoice({ repo, query }: FleetWish): FleetChoice {
  const prefix = repo === null ? null : `tdd/${repoName(repo)}/`;
  const parts = [openRuns];
  if (prefix !== null) parts.push(`WorkflowId STARTS_WITH "${prefix}"`);
  if (query !== null) parts.push(`(${ownFilter(query)})`);
  const isMeant = (id: string): boolean =>
    prefix === null || (id.startsWith(prefix) && !id.slice(prefix.length).includes('/'));
  return { query: parts.join(' AND '), isMeant };
}

/** Names are what `domain/run/names.ts` makes: nothing in them needs a quote. */
function repoName(typed: string): string {
  const name = typed
    .trim()
    .replace(/^tdd\//, '')
    .replace(/\/+$/, '')
    .toLowerCase();
  const isName = /^[a-z0-9._-]+(?:\/[a-z0-9._-]+)+$/.test(name);
  if (isName && name.split('/').every((segment) => !/^[.-]+$/.test(segment))) return name;
  throw new CliError(2, `--repo got "${typed}"; ${repoExample}`);
}

const queryExample = `for example: --query 'PawlPhase = "green" AND PawlGear = "review-after"'`;

/** In parentheses it can only narrow what is chosen, as long as it can't close them itself. */
function ownFilter(typed: string): string {
  const why = typed.trim() === '' ? 'is empty' : escapeOf(typed);
  if (why === null) return typed.trim();
  throw new CliError(
    2,
    `--query ${why}: ${typed.trim().slice(0, 200)}\nIt is a list filter of Temporal; ${queryExample}`,
  );
}

/** How the filter would get out of its parentheses; null when it stays inside. */
function escapeOf(text: string): string | null {
  const { bare, open } = withoutQuoted(text);
  if (open !== null) return `has a quote ${open} that is not closed`;
  const comment = /;|#|--|\/\*/.exec(bare)?.[0];
  if (comment !== undefined) return `holds "${comment}", which ends a query or begins a comment`;
  let depth = 0;
  for (const char of bare) {
    if (char === '(') depth += 1;
    else if (char === ')') depth -= 1;
    if (depth < 0) return 'closes a parenthesis that it did not open';
  }
  return depth === 0 ? null : 'has a parenthesis that is not closed';
}

/** The text without what stands in quotes; `open`: the quote that is not closed. */
function withoutQuoted(text: string): { readonly bare: string; readonly open: string | null } {
  let bare = '';
  let open: string | null = null;
  for (let at = 0; at < text.length; at += 1) {
    const char = text.charAt(at);
    if (open === null) {
      if (char === '"' || char === "'" || char === '`') open = char;
      // A blank in its place: two marks around a quoted text are not one.
      bare += open === null ? char : ' ';
    } else if (char === '\\') at += 1;
    else if (char === open) open = null;
  }
  return { bare, open };
}
