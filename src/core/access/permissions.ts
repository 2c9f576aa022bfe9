/** The permissions of calls, by the type of the business's account. */
export const PERMISSIONS = {
  manufacturer: [
    'store:read',
    'team:read',
    'team:write',
    'ownership:write',
    'activity:read',
    'settings:read',
    'settings:write',
    'products:read',
    'products:write',
    'connections:read',
    'connections:write',
    'orders:read',
    'orders:write',
    'cases:read',
    'cases:write',
    'messages:write',
    'reviews:write',
    'statistics:read',
    'money:read',
    'refunds:write',
    'bank_details:write',
    'api:read',
    'api:write',
  ],
  vendor: [
    'team:read',
    'team:write',
    'ownership:write',
    'activity:read',
    'settings:read',
    'settings:write',
    'connections:read',
    'connections:write',
    'listings:read',
    'listings:write',
    'pricing:read',
    'pricing:write',
    'orders:read',
    'orders:write',
    'statistics:read',
    'money:read',
    'money:write',
    'api:read',
    'api:write',
  ],
  operator: [
    'overview:read',
    'activity:read',
    'suppliers:read',
    'suppliers:write',
    'products:read',
    'products:write',
    'reviews:read',
    'reviews:write',
    'messages:read',
    'messages:write',
    'orders:read',
    'orders:write',
    'cases:read',
    'cases:write',
    'money:read',
    'money:write',
    'accounts:read',
    'accounts:write',
    'operators:read',
    'operators:write',
    'settings:read',
    'settings:write',
    'api:read',
    'api:write',
  ],
} as const

/** The types of accounts. */
export type ActorType = keyof typeof PERMISSIONS

/** A permission of a type of account. */
export type PermissionOf<Type extends ActorType> = (typeof PERMISSIONS)[Type][number]

/** Any permission. */
export type Permission = PermissionOf<ActorType>

type RolesOf<Type extends ActorType> = Readonly<Record<string, 'all' | readonly PermissionOf<Type>[]>>

/**
 * The permissions of each role. The owner has all of them; a member with several roles has the permissions of each. A
 * new role is a new row.
 */
export const ROLES = {
  manufacturer: {
    owner: 'all',
    catalogue: [
      'store:read',
      'team:read',
      'products:read',
      'products:write',
      'connections:read',
      'messages:write',
      'reviews:write',
      'statistics:read',
    ],
    packing: [
      'store:read',
      'team:read',
      'orders:read',
      'orders:write',
      'cases:read',
      'cases:write',
      'messages:write',
    ],
    finance: [
      'store:read',
      'team:read',
      'orders:read',
      'cases:read',
      'cases:write',
      'statistics:read',
      'money:read',
      'refunds:write',
    ],
  },
  vendor: {
    owner: 'all',
    listings: [
      'team:read',
      'connections:read',
      'listings:read',
      'listings:write',
      'pricing:read',
      'pricing:write',
      'statistics:read',
    ],
    orders: ['team:read', 'connections:read', 'orders:read', 'orders:write'],
    finance: ['team:read', 'connections:read', 'orders:read', 'statistics:read', 'money:read', 'money:write'],
  },
  operator: {
    owner: 'all',
    support: [
      'overview:read',
      'activity:read',
      'suppliers:read',
      'reviews:read',
      'reviews:write',
      'messages:read',
      'messages:write',
      'orders:read',
      'orders:write',
      'cases:read',
      'cases:write',
      'accounts:read',
      'accounts:write',
    ],
    catalogue: [
      'overview:read',
      'suppliers:read',
      'suppliers:write',
      'products:read',
      'products:write',
      'reviews:read',
      'reviews:write',
    ],
    finance: [
      'overview:read',
      'activity:read',
      'suppliers:read',
      'orders:read',
      'cases:read',
      'money:read',
      'money:write',
      'accounts:read',
      'settings:read',
    ],
  },
} as const satisfies { readonly [Type in ActorType]: RolesOf<Type> }

/** A role in the business of an account of that type. */
export type RoleOf<Type extends ActorType> = keyof (typeof ROLES)[Type]

/** Any role. */
export type Role = { [Type in ActorType]: RoleOf<Type> }[ActorType]

/** The display names of the roles. */
export const ROLE_TITLES: Readonly<Record<Role, string>> = {
  owner: 'Owner',
  catalogue: 'Catalogue',
  packing: 'Packing',
  finance: 'Finance',
  listings: 'Listings',
  orders: 'Orders',
  support: 'Support',
}

/** The roles that can be assigned to a member; a business has exactly one owner. */
export const MEMBER_ROLES = {
  manufacturer: ['catalogue', 'packing', 'finance'],
  vendor: ['listings', 'orders', 'finance'],
} as const satisfies { [Type in BusinessType]: readonly RoleOf<Type>[] }

/** The roles that can be assigned to an operator; there can be several owners. */
export const OPERATOR_ROLES = [
  'owner',
  'support',
  'catalogue',
  'finance',
] as const satisfies readonly RoleOf<'operator'>[]

/** A role of an operator. */
export type OperatorRole = (typeof OPERATOR_ROLES)[number]

/** The types of accounts that have a business with a team. */
export type BusinessType = Exclude<ActorType, 'operator'>

/** A role that can be assigned to a member. */
export type MemberRole = (typeof MEMBER_ROLES)[BusinessType][number]

/** A role in the team of a business. */
export type TeamRole = 'owner' | MemberRole

/** Returns the permissions of a role; empty when that type of account has no such role. */
export function listPermissions(type: ActorType, role: Role): readonly Permission[] {
  const roles: RolesOf<ActorType> = ROLES[type]
  const permissions = Object.hasOwn(roles, role) ? roles[role] : []
  return permissions === 'all' ? PERMISSIONS[type] : (permissions ?? [])
}

/** Returns the roles that have a permission, in the order of the table. */
export function listRolesWith(type: ActorType, permission: Permission): Role[] {
  // The keys of the table are its roles.
  return (Object.keys(ROLES[type]) as Role[]).filter((role) =>
    listPermissions(type, role).includes(permission),
  )
}

/** Returns the role that grants a permission; undefined when none does. */
export function findRoleWith(
  type: ActorType,
  roles: readonly Role[],
  permission: Permission,
): Role | undefined {
  return roles.find((role) => listPermissions(type, role).includes(permission))
}
