import { type ActorType, type Permission, PERMISSIONS } from './permissions.ts'

/** The prefix of every API key, which distinguishes it from the access token of a session. */
export const API_KEY_PREFIX = 'cbk_'

/** The permissions that no key can have: giving access to others, changing where money goes, and creating keys. */
const WITHHELD: ReadonlySet<string> = new Set<Permission>([
  'api:read',
  'api:write',
  'team:write',
  'ownership:write',
  'operators:write',
  'bank_details:write',
])

/** Returns the permissions that a key of an account of that type can have as scopes. */
export function listScopes(type: ActorType): readonly Permission[] {
  return PERMISSIONS[type].filter((permission) => !WITHHELD.has(permission))
}
