import { DAY } from '#core/time.ts'
import { type AppError, refused } from '#core/errors.ts'
import { listRolesWith, MEMBER_ROLES, type BusinessType, type MemberRole } from '#core/access/permissions.ts'

/** How long the link of an invitation is valid. */
export const INVITATION_MS = 7 * DAY

/** How long an ended or expired invitation is stored, so that its link can tell its outcome. */
export const RETENTION_MS = 30 * DAY

/** The maximum of members and open invitations of a business. */
export const MAX_MEMBERS = 100

/** The roles of operators who may view the dashboards of businesses. */
export const VIEWING_ROLES = listRolesWith('operator', 'accounts:write')

/** Returns whether members of a business of that type can have these roles. */
export function areRolesOf(type: BusinessType, roles: readonly MemberRole[]): boolean {
  const known: readonly MemberRole[] = MEMBER_ROLES[type]
  return roles.length > 0 && roles.every((role) => known.includes(role))
}

/** Returns the name of a business: its store's, its company's, or its original account's. */
export function toBusinessName(business: {
  storeName: string | null
  companyName: string | null
  firstName: string
  lastName: string
}): string {
  const { storeName, companyName, firstName, lastName } = business
  return storeName || companyName || `${firstName} ${lastName}`.trim() || 'Unnamed business'
}

/** The state of an invitation. */
export type InvitationState = Readonly<{ outcome: 'accepted' | 'revoked' | null; expiresAt: Date }>

/** Returns why an invitation can no longer be accepted; undefined if it can. */
export function explainEndedInvitation(
  { outcome, expiresAt }: InvitationState,
  now: Date,
): AppError | undefined {
  if (outcome === 'accepted')
    return refused('invitation_used', 'This invitation was accepted already. Sign in to open the dashboard.')
  if (outcome === 'revoked')
    return refused('invitation_revoked', 'This invitation was withdrawn. Ask the owner for a new one.')
  if (expiresAt <= now)
    return refused('invitation_expired', 'This invitation has expired. Ask the owner to send it again.')
  return undefined
}
