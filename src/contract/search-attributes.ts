import { defineSearchAttributeKey } from '@temporalio/common';

export const searchAttributes = {
  state: defineSearchAttributeKey('PawlState', 'KEYWORD'),
  phase: defineSearchAttributeKey('PawlPhase', 'KEYWORD'),
  step: defineSearchAttributeKey('PawlStep', 'KEYWORD'),
  gear: defineSearchAttributeKey('PawlGear', 'KEYWORD'),
  cause: defineSearchAttributeKey('PawlCause', 'KEYWORD'),
  repo: defineSearchAttributeKey('PawlRepo', 'KEYWORD'),
  agent: defineSearchAttributeKey('PawlAgent', 'KEYWORD'),
  jail: defineSearchAttributeKey('PawlJail', 'KEYWORD'),
  phaseSince: defineSearchAttributeKey('PawlPhaseSince', 'DATETIME'),
} as const;

/** Name and server-side type of each, as `temporal operator search-attribute create` takes them. */
export const searchAttributeTypes: readonly { readonly name: string; readonly type: 'Keyword' | 'Datetime' }[] =
  Object.values(searchAttributes).map((key) => ({
    name: key.name,
    type: key.type === 'DATETIME' ? 'Datetime' : 'Keyword',
  }));
