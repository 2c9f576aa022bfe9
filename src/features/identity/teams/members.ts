import { type Database, inTransaction, type Transaction } from '#database/database.ts'
import { type AppError, notFound, refused } from '#core/errors.ts'
import { MEMBER_ROLES, type MemberRole, type Role } from '#core/access/permissions.ts'
import { type AuditSource, recordChange } from '#features/identity/audit/service.ts'
import { leftEmail, ownershipEmail, removedEmail, rolesChangedEmail } from './emails.ts'
import { sendTeamEmail, type TeamChange, toLoggedBusiness, unknownRoleError } from './invite.ts'
import { teamAddress, toMemberName } from './read-team.ts'
import { areRolesOf, toBusinessName } from './rules.ts'
import {
  type BusinessRow,
  deleteMember,
  listMembers,
  lockBusiness,
  lockOpenAccount,
  type MemberRow,
  saveRoles,
} from './team-queries.ts'

/** A team whose business is locked. */
type LockedTeam = Readonly<{ business: BusinessRow; members: readonly MemberRow[] }>

async function lockTeam(tx: Transaction, businessId: number): Promise<LockedTeam> {
  const business = await lockBusiness(tx, businessId)
  return { business, members: await listMembers(tx, businessId) }
}

function getMember({ members }: LockedTeam, publicId: string): MemberRow {
  const member = members.find((one) => one.publicId === publicId)
  if (!member) throw memberNotFoundError()
  return member
}

function memberNotFoundError(): AppError {
  return notFound('member_not_found', 'This account isn’t in your team. It may have left.')
}

function requireNotOwner({ roles }: MemberRow): void {
  if (roles.includes('owner')) throw ownerStaysError()
}

/**
 * Changes a member's roles, and emails them. Throws `member_not_found` and `role_unknown`; refuses with `owner_stays`
 * for the owner.
 */
export async function changeRoles(
  db: Database,
  { source, deps }: TeamChange,
  { publicId, roles }: { publicId: string; roles: readonly MemberRole[] },
): Promise<void> {
  const { businessId, now } = source
  await inTransaction(db, async (tx) => {
    const team = await lockTeam(tx, businessId)
    const member = getMember(team, publicId)
    requireNotOwner(member)
    if (!areRolesOf(team.business.type, roles)) throw unknownRoleError()
    if (isSame(member.roles, roles)) return
    await saveRoles(tx, { businessId, accountId: member.accountId, roles, now })
    await recordRoles(tx, source, { team, member, action: 'Changed the role of a member', roles })
    const { business } = team
    const content = rolesChangedEmail({
      business: toBusinessName(business),
      roles,
      url: teamAddress(deps.publicUrl, business.type),
    })
    const key = `roles:${business.publicId}:${publicId}`
    await sendTeamEmail(tx, { deps, now }, { key, to: member.email, content })
    await deps.enqueue(tx, { job: 'chat.reset_inbox', input: { accountId: member.accountId } })
  })
}

function isSame(before: readonly Role[], after: readonly Role[]): boolean {
  return before.length === after.length && after.every((role) => before.includes(role))
}

async function recordRoles(
  tx: Transaction,
  source: AuditSource,
  change: Readonly<{ team: LockedTeam; member: MemberRow; action: string; roles: readonly Role[] | null }>,
): Promise<void> {
  const { team, member, action, roles } = change
  await recordChange(tx, source, {
    ...toLoggedBusiness(team.business),
    kind: 'team',
    action,
    entity: `member:${member.publicId}`,
    before: { roles: [...member.roles] },
    after: { roles: roles && [...roles] },
  })
}

/**
 * Removes a member, who loses access with their next call, and emails them. Throws `member_not_found`; refuses with
 * `owner_stays` for the owner.
 */
export async function removeMember(
  db: Database,
  { source, deps }: TeamChange,
  publicId: string,
): Promise<void> {
  const { businessId, now } = source
  await inTransaction(db, async (tx) => {
    const team = await lockTeam(tx, businessId)
    const member = getMember(team, publicId)
    requireNotOwner(member)
    await deleteMember(tx, { businessId, accountId: member.accountId })
    await recordRoles(tx, source, { team, member, action: 'Removed a member', roles: null })
    const { business } = team
    const content = removedEmail({ business: toBusinessName(business) })
    const key = `removed:${business.publicId}:${publicId}`
    await sendTeamEmail(tx, { deps, now }, { key, to: member.email, content })
    await deps.enqueue(tx, { job: 'chat.reset_inbox', input: { accountId: member.accountId } })
  })
}

/**
 * Removes a member from the team at their own request, and emails the owner. Refuses with `owner_stays` for the owner.
 */
export async function leaveTeam(db: Database, { source, deps }: TeamChange): Promise<void> {
  const { businessId, memberId, now } = source
  await inTransaction(db, async (tx) => {
    const team = await lockTeam(tx, businessId)
    const member = team.members.find(({ accountId }) => accountId === memberId)
    if (!member) return
    requireNotOwner(member)
    await deleteMember(tx, { businessId, accountId: memberId })
    await recordRoles(tx, source, { team, member, action: 'Left the team', roles: null })
    const { business, members } = team
    const owner = members.find(({ roles }) => roles.includes('owner'))
    if (owner) {
      const name = toMemberName(member)
      const url = teamAddress(deps.publicUrl, business.type)
      const content = leftEmail({ business: toBusinessName(business), name, url })
      const key = `left:${business.publicId}:${member.publicId}`
      await sendTeamEmail(tx, { deps, now }, { key, to: owner.email, content })
    }
    await deps.enqueue(tx, { job: 'chat.reset_inbox', input: { accountId: memberId } })
  })
}

/**
 * Makes a member the owner; the former owner keeps all other roles. `checkStillAuthenticated` is called in the
 * transaction. Throws `member_not_found`; refuses with `owner_stays` if the member is the owner already.
 */
export async function transferOwnership(
  db: Database,
  { source, deps }: TeamChange,
  transfer: { publicId: string; checkStillAuthenticated: (tx: Transaction) => Promise<void> },
): Promise<void> {
  const { businessId, memberId, now } = source
  await inTransaction(db, async (tx) => {
    await transfer.checkStillAuthenticated(tx)
    const team = await lockTeam(tx, businessId)
    const [next, owner] = [
      getMember(team, transfer.publicId),
      team.members.find(({ accountId }) => accountId === memberId),
    ]
    requireNotOwner(next)
    if (!(await lockOpenAccount(tx, next.accountId))) throw memberNotFoundError()
    // They may have transferred it in another window meanwhile.
    if (!owner?.roles.includes('owner')) throw notOwnerError()
    const { business } = team
    const roles = MEMBER_ROLES[business.type]
    // The former owner first, because a business has one owner.
    await saveRoles(tx, { businessId, accountId: owner.accountId, roles, now })
    await saveRoles(tx, { businessId, accountId: next.accountId, roles: ['owner'], now })
    await recordRoles(tx, source, {
      team,
      member: next,
      action: 'Transferred the ownership',
      roles: ['owner'],
    })
    for (const { email, publicId, accountId } of [next, owner]) {
      const content = ownershipEmail({
        business: toBusinessName(business),
        owner: toMemberName(next),
        isNewOwner: accountId === next.accountId,
        url: teamAddress(deps.publicUrl, business.type),
      })
      const key = `owner:${business.publicId}:${publicId}`
      await sendTeamEmail(tx, { deps, now }, { key, to: email, content })
    }
  })
}

function ownerStaysError(): AppError {
  return refused(
    'owner_stays',
    'A business always has an owner. Transfer the ownership to another member first.',
  )
}

function notOwnerError(): AppError {
  return refused('owner_stays', 'You no longer own this business. Reload the page.')
}
