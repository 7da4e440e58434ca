import { amountRule, Extent, Resource } from '../run/resource-budgets.js';
import type { KeyRule, KeyRules } from './key-rules.js';

const resourceSays: Readonly<Record<Resource, string>> = {
  usd: 'may cost in US dollars, as far as its agents tell',
  tokens: 'may use in tokens, input and output together',
  leaves: 'may start in leaves',
  minutes: 'may take in minutes of leaves, tests and checks at work; waiting does not count',
};

const extentSays: Readonly<Record<Extent, string>> = {
  run: 'What a run may use up before it waits for more',
  step: 'The same for each of its steps, on its own',
};

const samples: Readonly<Record<Resource, number>> = { usd: 5, tokens: 2_000_000, leaves: 40, minutes: 90 };

/**
 * The keys of a run's and of a step's budgets below `parent`, for config.json and pawl.json alike.
 * @param remark what one file says besides, after what is expected
 */
export function budgetKeys(parent: string, remark: string): KeyRules {
  return Object.fromEntries(Extent.options.flatMap((extent) => keysOf(parent, extent, remark)));
}

function keysOf(parent: string, extent: Extent, remark: string): readonly (readonly [string, KeyRule])[] {
  const example = (values: Readonly<Record<string, number>>): string =>
    JSON.stringify({ [parent]: { [extent]: values } });
  const whole: KeyRule = {
    says: extentSays[extent],
    expected: `an object with one or more of ${Resource.options.join(', ')}`,
    example: example({ usd: samples.usd, leaves: samples.leaves }),
  };
  const parts = Resource.options.map((what): readonly [string, KeyRule] => {
    const expected = `${amountRule(what).replace(/^expected /, '')}${remark}`;
    return [
      `${parent}.${extent}.${what}`,
      { says: `What a ${extent} ${resourceSays[what]}`, expected, example: example({ [what]: samples[what] }) },
    ];
  });
  return [[`${parent}.${extent}`, whole], ...parts];
}
