import { fine, trouble, type Check } from './check.js';
import type { ServerPlace } from './server.js';

/** As the server numbers them: temporal.api.enums.v1.IndexedValueType. */
const typeNumbers: Readonly<Record<'Keyword' | 'Datetime', number>> = { Keyword: 2, Datetime: 6 };

export interface WantedAttribute {
  readonly name: string;
  readonly type: 'Keyword' | 'Datetime';
}

/** A worker refuses to poll until all are there with the right types (design 7). @param there null: they can't be listed */
export function judgeAttributes(
  place: ServerPlace,
  wanted: readonly WantedAttribute[],
  there: Readonly<Record<string, number>> | null,
): Check {
  const name = 'attributes';
  if (there === null) {
    const mend = `look yourself: temporal operator search-attribute list --address ${place.address}`;
    return trouble(name, 'warn', 'the server does not list its search attributes', mend);
  }
  const wrong = wanted.filter((one) => one.name in there && there[one.name] !== typeNumbers[one.type]);
  const at = `--address ${place.address} --namespace ${place.namespace}`;
  if (wrong.length > 0) {
    const list = wrong.map((one) => `${one.name} must be ${one.type}`).join(', ');
    const names = wrong.map((one) => `--name ${one.name}`).join(' ');
    const mend = `if nothing else uses them: temporal operator search-attribute remove ${at} ${names}`;
    return trouble(name, 'fail', `search attributes of another type: ${list}`, mend);
  }
  const missing = wanted.filter((one) => !(one.name in there));
  if (missing.length === 0) return fine(name, `all ${wanted.length} search attributes are there`);
  const flags = missing.map((one) => `--name ${one.name} --type ${one.type}`).join(' ');
  const mend = place.isNamed ? `temporal operator search-attribute create ${at} ${flags}` : 'pawl up';
  return trouble(name, 'fail', `missing search attributes: ${missing.map((one) => one.name).join(', ')}`, mend);
}
