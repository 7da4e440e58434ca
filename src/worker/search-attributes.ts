import type { NativeConnection } from '@temporalio/worker';
import { searchAttributeTypes } from '../contract/search-attributes.js';

/** As the server numbers them: temporal.api.enums.v1.IndexedValueType. */
const typeNumbers: Readonly<Record<'Keyword' | 'Datetime', number>> = { Keyword: 2, Datetime: 6 };

/** Why a worker must not poll yet, with the command that mends it; null when every search attribute is there (design 7). */
export async function missingSearchAttributes(connection: NativeConnection, namespace: string): Promise<string | null> {
  const { customAttributes } = await connection.operatorService.listSearchAttributes({ namespace });
  const missing = searchAttributeTypes.filter(({ name }) => customAttributes[name] === undefined);
  const wrong = searchAttributeTypes.filter(({ name, type }) => {
    const found = customAttributes[name];
    return found !== undefined && Number(found) !== typeNumbers[type];
  });
  if (wrong.length > 0) {
    const list = wrong.map(({ name, type }) => `${name} must be ${type}`).join(', ');
    return `namespace ${namespace}: search attributes of another type: ${list}; remove them with "temporal operator search-attribute remove" first`;
  }
  if (missing.length === 0) return null;
  const flags = missing.map(({ name, type }) => `--name ${name} --type ${type}`).join(' ');
  return `namespace ${namespace} lacks search attributes; create them with:\n  temporal operator search-attribute create --namespace ${namespace} ${flags}`;
}
