import { type Database, inTransaction, type Queryable, type Transaction } from '#database/database.ts'
import { isEmail, maskEmail } from '#core/emails/email.ts'
import { type AppError, invalid, notFound, refused } from '#core/errors.ts'
import { newId } from '#core/ids.ts'
import type { MemberRole } from '#core/access/permissions.ts'
import { addMs } from '#core/time.ts'
import { createToken, hashToken, normalizeEmail } from '#features/identity/accounts/service.ts'
import { type AuditSource, recordChange } from '#features/identity/audit/service.ts'
import { createEmail, type EmailContent, sendEmails } from '#features/messaging/notifications/service.ts'
import type { Actor } from '#platform/http/calls/actor.ts'
import { invitationEmail, joinedEmail } from './emails.ts'
import {
  findInvitation,
  insertInvitation,
  type InvitationRow,
  listInvitations,
  lockInvitation,
  lockOpenInvitation,
  updateInvitation,
} from './invitation-queries.ts'
import type { TeamDeps } from './port.ts'
import { teamAddress, toBusinessView, toMemberName } from './read-team.ts'
import { areRolesOf, explainEndedInvitation, INVITATION_MS, MAX_MEMBERS, toBusinessName } from './rules.ts'
import type { BusinessData } from './shapes.ts'
import {
  type BusinessRow,
  findBusiness,
  listMembers,
  lockBusiness,
  lockOpenAccount,
  saveRoles,
} from './team-queries.ts'

/** The source of a team's change, as the log records it, and its dependencies. */
export type TeamChange = Readonly<{ source: AuditSource; deps: TeamDeps }>

/** An email about a team: the recipient, and a key so that it is sent once. */
type TeamEmail = Readonly<{ key: string; to: string; content: EmailContent; isSecret?: boolean }>

/** Sends an email about a team through the outbox. */
export async function sendTeamEmail(
  tx: Transaction,
  { deps, now }: Readonly<{ deps: TeamDeps; now: Date }>,
  { key, to, content, isSecret = false }: TeamEmail,
): Promise<void> {
  const email = { ...createEmail({ key: `team:${key}:${now.getTime()}`, to }, content), isSecret }
  await sendEmails(tx, { emails: [email], now, enqueue: deps.enqueue })
}

/** Returns the log's name of the business of a team. */
export function toLoggedBusiness({ id, supplierId }: BusinessRow) {
  return supplierId === null ? { supplierId, businessId: id } : { supplierId }
}

/**
 * Invites an address to a business's team, and emails the link. Throws `form_faulty` and `role_unknown`; refuses with
 * `already_member`, `already_invited` and `team_full`.
 */
export async function inviteMember(
  db: Database,
  { source, deps }: TeamChange,
  { email: typed, roles, invitedBy }: { email: string; roles: readonly MemberRole[]; invitedBy: Actor },
): Promise<void> {
  const email = normalizeEmail(typed)
  if (!isEmail(email)) throw invalid('form_faulty', 'Enter a valid email address.', { field: 'email' })
  const { businessId, memberId, now } = source
  await inTransaction(db, async (tx) => {
    const business = await lockBusiness(tx, businessId)
    if (!areRolesOf(business.type, roles)) throw unknownRoleError()
    const [members, invitations] = [await listMembers(tx, businessId), await listInvitations(tx, businessId)]
    if (members.some((member) => member.email.toLowerCase() === email))
      throw refused('already_member', 'This address is in your team already. Change the role there.')
    if (members.length + invitations.length >= MAX_MEMBERS)
      throw refused('team_full', `A team can have at most ${MAX_MEMBERS} members and open invitations.`)
    const publicId = newId('teamInvitation', now.getTime())
    const token = createToken()
    const isStored = await insertInvitation(tx, {
      publicId,
      businessId,
      email,
      roles,
      tokenHash: hashToken(token),
      invitedBy: memberId,
      sentAt: now,
      expiresAt: addMs(now, INVITATION_MS),
    })
    if (!isStored)
      throw refused('already_invited', 'This address has an open invitation. Send that one again.')
    await recordInvitation(tx, source, { business, email, action: 'Invited a member', roles })
    await sendInvitation(
      tx,
      { deps, now },
      { business, publicId, email, roles, token, invitedBy: toMemberName(invitedBy) },
    )
  })
}

type InvitationToSend = Readonly<{
  business: BusinessRow
  publicId: string
  email: string
  roles: readonly MemberRole[]
  token: string
  invitedBy: string
}>

async function sendInvitation(
  tx: Transaction,
  context: Readonly<{ deps: TeamDeps; now: Date }>,
  { business, publicId, email, roles, token, invitedBy }: InvitationToSend,
): Promise<void> {
  const url = `${context.deps.publicUrl}/join-team?token=${token}`
  const content = invitationEmail({ business: toBusinessName(business), invitedBy, roles, url })
  // The link grants access, so the outbox deletes its content once sent.
  await sendTeamEmail(tx, context, { key: `invitation:${publicId}`, to: email, content, isSecret: true })
}

async function recordInvitation(
  tx: Transaction,
  source: AuditSource,
  change: Readonly<{
    business: BusinessRow
    email: string
    action: string
    roles: readonly MemberRole[]
    isOver?: boolean
  }>,
): Promise<void> {
  const { business, email, action, roles, isOver = false } = change
  // The log is never erased, so it contains no addresses.
  const values = { email: maskEmail(email), roles: [...roles] }
  await recordChange(tx, source, {
    ...toLoggedBusiness(business),
    kind: 'team',
    action,
    entity: 'invitation',
    before: isOver ? values : {},
    after: isOver ? { email: null, roles: null } : values,
  })
}

/** Sends an open invitation again with a new link. Throws `invitation_not_found`. */
export async function resendInvitation(
  db: Database,
  { source, deps }: TeamChange,
  { publicId, invitedBy }: { publicId: string; invitedBy: Actor },
): Promise<string> {
  const { businessId, now } = source
  return inTransaction(db, async (tx) => {
    const business = await lockBusiness(tx, businessId)
    const invitation = await lockOpenInvitation(tx, { businessId, publicId })
    if (!invitation) throw invitationNotFoundError()
    const token = createToken()
    await updateInvitation(tx, invitation.id, {
      tokenHash: hashToken(token),
      sentAt: now,
      expiresAt: addMs(now, INVITATION_MS),
    })
    const { email, roles } = invitation
    const sent = { business, publicId, email, roles, token, invitedBy: toMemberName(invitedBy) }
    await sendInvitation(tx, { deps, now }, sent)
    return email
  })
}

/** Revokes an open invitation. Throws `invitation_not_found`. */
export async function revokeInvitation(db: Database, source: AuditSource, publicId: string): Promise<void> {
  const { businessId, now } = source
  await inTransaction(db, async (tx) => {
    const business = await lockBusiness(tx, businessId)
    const invitation = await lockOpenInvitation(tx, { businessId, publicId })
    if (!invitation) throw invitationNotFoundError()
    await updateInvitation(tx, invitation.id, { outcome: 'revoked', endedAt: now })
    const { email, roles } = invitation
    const action = 'Revoked an invitation'
    await recordInvitation(tx, source, { business, email, action, roles, isOver: true })
  })
}

/** An invitation, as the page of its link shows it. */
export type InvitationPreview = Readonly<{
  invitation: InvitationRow
  business: BusinessRow
  invitedBy: string
}>

/** Returns the invitation of a link. Throws `invitation_not_found`; refuses if it was used, revoked or has expired. */
export async function readInvitation(db: Queryable, token: string, now: Date): Promise<InvitationPreview> {
  const invitation = await findInvitation(db, hashToken(token))
  const business = invitation && (await findBusiness(db, invitation.businessId))
  if (!invitation || !business) throw invitationNotFoundError()
  const ended = explainEndedInvitation(invitation, now)
  if (ended) throw ended
  const members = await listMembers(db, business.id)
  const inviter = members.find(({ accountId }) => accountId === invitation.invitedBy)
  return { invitation, business, invitedBy: inviter ? toMemberName(inviter) : toBusinessName(business) }
}

/**
 * Adds an invited account to its team, and emails the owner. Throws `invitation_not_found`; refuses with
 * `wrong_account` for an account with another address, with `operator_account` and `already_member`, and if the
 * invitation was used, revoked or has expired.
 */
export async function acceptInvitation(
  db: Database,
  { actor, client, deps, now }: { actor: Actor; client: string; deps: TeamDeps; now: Date },
  token: string,
): Promise<BusinessData> {
  return inTransaction(db, async (tx) => {
    const found = await findInvitation(tx, hashToken(token))
    if (!found) throw invitationNotFoundError()
    // In the order of all changes of a team: the business is locked before its rows.
    const business = await lockBusiness(tx, found.businessId)
    const invitation = await lockInvitation(tx, hashToken(token))
    if (!invitation) throw invitationNotFoundError()
    const ended = explainEndedInvitation(invitation, now)
    if (ended) throw ended
    requireInvitedAccount(invitation, actor)
    if (!(await lockOpenAccount(tx, actor.id))) throw invitationNotFoundError()
    const members = await listMembers(tx, business.id)
    if (members.some(({ accountId }) => accountId === actor.id)) throw alreadyMemberError()
    const { roles } = invitation
    await saveRoles(tx, { businessId: business.id, accountId: actor.id, roles, now })
    await updateInvitation(tx, invitation.id, { outcome: 'accepted', endedAt: now })
    const role = roles[0] ?? 'finance'
    const source = { businessId: business.id, memberId: actor.id, role, client, now }
    await recordChange(tx, source, {
      ...toLoggedBusiness(business),
      kind: 'team',
      action: 'Joined the team',
      entity: `member:${actor.publicId}`,
      before: {},
      after: { roles },
    })
    const owner = members.find((member) => member.roles.includes('owner'))
    if (owner) await sendJoinedEmail(tx, { deps, now }, { business, actor, to: owner.email })
    await deps.enqueue(tx, { job: 'chat.reset_inbox', input: { accountId: actor.id } })
    return toBusinessView({ ...business, roles }, actor.id)
  })
}

async function sendJoinedEmail(
  tx: Transaction,
  context: Readonly<{ deps: TeamDeps; now: Date }>,
  { business, actor, to }: { business: BusinessRow; actor: Actor; to: string },
): Promise<void> {
  const content = joinedEmail({
    business: toBusinessName(business),
    name: toMemberName(actor),
    url: teamAddress(context.deps.publicUrl, business.type),
  })
  await sendTeamEmail(tx, context, { key: `joined:${business.publicId}:${actor.publicId}`, to, content })
}

function requireInvitedAccount({ email }: InvitationRow, actor: Actor): void {
  if (actor.type === 'operator')
    throw refused('operator_account', 'An operator’s account can’t join a team. Use another account.')
  if (actor.email.toLowerCase() !== email.toLowerCase())
    throw refused(
      'wrong_account',
      `This invitation is for ${maskEmail(email)}, but you’re signed in as ${actor.email}. Sign in with the invited address.`,
    )
}

/** Returns the error for roles that a business of this type does not have. */
export function unknownRoleError(): AppError {
  return invalid('role_unknown', 'Choose roles of this team.', { field: 'roles' })
}

function invitationNotFoundError(): AppError {
  return notFound('invitation_not_found', 'We couldn’t find this invitation. Ask the owner for a new one.')
}

function alreadyMemberError(): AppError {
  return refused('already_member', 'You’re in this team already.')
}
