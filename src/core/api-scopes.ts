import { type ActorType, type Permission, PERMISSIONS } from './permissions.ts'

/** The prefix of every API key, which distinguishes it from the access token of a session. */
export const API_KEY_PREFIX = 'cbk_'

/** What no key may do: give others access, change where money goes, or make more keys. */
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
