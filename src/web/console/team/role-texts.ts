import {
  type BusinessType,
  MEMBER_ROLES,
  type MemberRole,
  type Role,
  ROLE_TITLES,
} from '#core/access/permissions.ts'

/** The descriptions of the roles' permissions. */
const ABOUT: Readonly<Record<BusinessType, Readonly<Partial<Record<Role, string>>>>> = {
  manufacturer: {
    owner:
      'Everything. Only the owner manages the team, the store’s settings, the bank account and connected stores, and views the activity log.',
    catalogue:
      'Products, stock, prices and imports. Can answer messages and reviews. Can’t see orders or money.',
    packing:
      'Orders, labels, tracking numbers and cases. Can answer messages. Can’t see earnings, or offer or accept refunds.',
    finance:
      'Payouts, statements and refunds. Can answer cases and view orders. Can’t change the bank account or ship orders.',
  },
  vendor: {
    owner: 'Everything. Only the owner manages the team, connects stores and views the activity log.',
    listings: 'Products, prices, price rules and publishing to connected stores.',
    orders: 'Orders from connected stores. Can’t see price rules or money.',
    finance: 'Orders and money. Can’t change listings.',
  },
}

/** A role with its title and description. */
export type RoleText<Name extends Role = Role> = Readonly<{ role: Name; title: string; about: string }>

/** Returns the roles that can be assigned to members of a business, with descriptions. */
export function listMemberRoles(type: BusinessType): RoleText<MemberRole>[] {
  return MEMBER_ROLES[type].map((role) => ({ role, ...getRoleText(type, role) }))
}

/** Returns all roles of a business, the owner's first. */
export function listRoles(type: BusinessType): RoleText[] {
  return [{ role: 'owner', ...getRoleText(type, 'owner') }, ...listMemberRoles(type)]
}

function getRoleText(type: BusinessType, role: Role): { title: string; about: string } {
  return { title: ROLE_TITLES[role], about: ABOUT[type][role] ?? '' }
}

/** Returns a member's roles as one line. */
export function formatRoles(roles: readonly Role[]): string {
  return roles.map((role) => ROLE_TITLES[role]).join(', ')
}
