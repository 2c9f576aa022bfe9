import { listPermissions, type BusinessType } from '#core/access/permissions.ts'
import type { Queryable } from '#database/database.ts'
import { listInvitations, type InvitationRow } from './invitation-queries.ts'
import { toBusinessName } from './rules.ts'
import type { BusinessData, InvitationData, MemberData } from './shapes.ts'
import { listMembers, listMemberships, type MemberRow, type MembershipRow } from './team-queries.ts'

/** A reader of a business's team. */
export type TeamReader = Readonly<{ businessId: number; memberId: number; canInvite: boolean; now: Date }>

/** Returns the businesses that an account may act for, its own first. */
export async function readBusinesses(db: Queryable, accountId: number): Promise<BusinessData[]> {
  const memberships = await listMemberships(db, accountId)
  return memberships.map((membership) => toBusinessView(membership, accountId))
}

/** Returns a business as a member of it sees it. */
export function toBusinessView(business: MembershipRow, accountId: number): BusinessData {
  const { id, publicId, type, logo, roles } = business
  // A business has one of the two types, and so do the permissions of its roles.
  const permissions = [
    ...new Set(roles.flatMap((role) => listPermissions(type, role))),
  ] as BusinessData['permissions']
  return {
    id: publicId,
    type,
    name: toBusinessName(business),
    logo,
    isOwn: id === accountId,
    roles: [...roles],
    permissions,
  }
}

/** Returns the members of a business, and for readers who may invite the open invitations. */
export async function readTeam(
  db: Queryable,
  { businessId, memberId, canInvite, now }: TeamReader,
): Promise<{ members: MemberData[]; invitations: InvitationData[] }> {
  const [members, invitations] = await Promise.all([
    listMembers(db, businessId),
    canInvite ? listInvitations(db, businessId) : [],
  ])
  return {
    members: members.map((member) => toMemberView(member, memberId)),
    invitations: invitations.map((invitation) => toInvitationView(invitation, now)),
  }
}

function toMemberView(member: MemberRow, memberId: number): MemberData {
  const { accountId, publicId, email, roles, joinedAt } = member
  return {
    id: publicId,
    name: toMemberName(member),
    email,
    roles: [...roles],
    joinedAt: joinedAt.toISOString(),
    isYou: accountId === memberId,
  }
}

/** Returns the name of a member, or the address without one. */
export function toMemberName({
  firstName,
  lastName,
  email,
}: Pick<MemberRow, 'firstName' | 'lastName' | 'email'>): string {
  return `${firstName} ${lastName}`.trim() || email
}

function toInvitationView(invitation: InvitationRow, now: Date): InvitationData {
  const { publicId, email, roles, sentAt, expiresAt } = invitation
  return {
    id: publicId,
    email,
    roles,
    sentAt: sentAt.toISOString(),
    expiresAt: expiresAt.toISOString(),
    isExpired: expiresAt <= now,
  }
}

/** Returns the URL of a business's team page. */
export function teamAddress(publicUrl: string, type: BusinessType): string {
  return `${publicUrl}/dashboard/${type === 'manufacturer' ? 'supplier' : 'vendor'}/team`
}
