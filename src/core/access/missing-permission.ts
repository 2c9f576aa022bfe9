import { type ActorType, findRoleWith, type Permission, PERMISSIONS, type Role } from './permissions.ts'

/** The subjects of permissions, as named in a sentence. */
const SUBJECTS: Readonly<Record<string, string>> = {
  store: 'the store',
  team: 'the team',
  ownership: 'transferring the ownership',
  activity: 'the activity log',
  settings: 'settings',
  products: 'products',
  connections: 'connected stores',
  orders: 'orders',
  cases: 'cases',
  messages: 'messages',
  reviews: 'replies to reviews',
  statistics: 'statistics',
  money: 'money',
  refunds: 'refunds',
  bank_details: 'bank details',
  listings: 'listings',
  pricing: 'pricing',
  overview: 'the overview',
  suppliers: 'suppliers',
  accounts: 'accounts',
  operators: 'operators and their roles',
  api: 'API keys and webhooks',
}

/** Returns why an account with these roles lacks the permission, and which role to ask. */
export function explainMissingPermission(
  type: ActorType,
  roles: readonly Role[],
  permission: Permission,
): string {
  const [resource = '', action] = permission.split(':')
  const subject = SUBJECTS[resource] ?? resource
  const place = { manufacturer: ' in this store', vendor: ' in this business', operator: '' }[type]
  const canRead = PERMISSIONS[type].some(
    (one) => one === `${resource}:read` && findRoleWith(type, roles, one) !== undefined,
  )
  if (action === 'write' && canRead)
    return `Your role${place} can see ${subject}, but not change ${PLURAL.has(resource) ? 'them' : 'it'}. Ask the owner.`
  return `Your role${place} doesn’t include ${subject}. Ask the owner.`
}

const PLURAL: ReadonlySet<string> = new Set([
  'settings',
  'products',
  'connections',
  'orders',
  'cases',
  'messages',
  'reviews',
  'statistics',
  'refunds',
  'bank_details',
  'listings',
  'suppliers',
  'accounts',
  'operators',
  'api',
])
