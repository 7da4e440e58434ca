/** Apart from local.ts: every command asks for it, and none of them should load git for that. */
export { hostId as hostIdentity } from '../adapters/host/host-id.js';
