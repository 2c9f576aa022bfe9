export { exportKeys, readKeyHolder } from './manage-keys.ts'
export { revokeKeysOf } from './key-queries.ts'
