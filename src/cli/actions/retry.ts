import type { Io } from '../io.js';
import { tell } from './tell.js';

export async function retry(io: Io, typed: string | null, json: boolean): Promise<void> {
  await tell(io, typed, json, { message: { name: 'retry' } });
}
