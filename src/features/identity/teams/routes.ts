import { reauthenticate, toLimitSubject, normalizeEmail } from '#features/identity/accounts/service.ts'
import { exportActivity, readActivity, toAuditSource } from '#features/identity/audit/service.ts'
import type { Queryable } from '#database/database.ts'
import { type Actor, hasPermission } from '#platform/http/calls/actor.ts'
import { ok, type RequestContext, route, type Route } from '#platform/http/calls/route.ts'
import * as contract from './contract.ts'
import type { TeamDeps } from './port.ts'
import { toBusinessName } from './rules.ts'
import {
  acceptInvitation,
  changeRoles,
  inviteMember,
  leaveTeam,
  readBusinesses,
  readInvitation,
  readTeam,
  removeMember,
  resendInvitation,
  revokeInvitation,
  transferOwnership,
} from './service.ts'
import { readViewedBusiness } from './views/service.ts'

/** Returns the routes of teams: members, invitations and ownership. */
export function teamRoutes(deps: TeamDeps): Route[] {
  return [...readRoutes, ...invitationRoutes(deps), ...memberRoutes(deps), ...linkRoutes(deps)]
}

type TeamCall = Pick<RequestContext, 'now'> & Readonly<{ db: Queryable; actor: Actor }>

function readTeamOf({ db, actor, now }: TeamCall) {
  const canInvite = hasPermission(actor, 'team:write')
  return readTeam(db, { businessId: actor.id, memberId: actor.memberId, canInvite, now })
}

const readRoutes: readonly Route[] = [
  route(contract.listBusinesses, async (_input, { db, actor, now }) => {
    const viewed =
      actor.type === 'operator'
        ? await readViewedBusiness(db, { sessionId: actor.sessionId, now })
        : undefined
    const businesses = await readBusinesses(db, actor.id)
    return ok('Your businesses', { businesses: viewed ? [...businesses, viewed] : businesses })
  }),
  route(contract.readTeam, async (_input, call) => ok('Your team', await readTeamOf(call))),
  route(contract.listVendorActivity, async ({ query }, { db, actor }) =>
    ok('Activity', await readActivity(db, { businessId: actor.id }, query)),
  ),
  route(contract.exportVendorActivity, async ({ query }, { db, actor }) =>
    exportActivity(db, { businessId: actor.id }, query),
  ),
]

/** Counts an invitation of a business to a mailbox. Throws `too_many_requests`. */
async function countInvitation(
  { count, actor }: Pick<RequestContext, 'count'> & Readonly<{ actor: Actor }>,
  email: string,
): Promise<void> {
  await count('team invitations', contract.INVITATION_LIMIT, `account ${actor.id}`)
  await count('team invitations to mailbox', contract.MAILBOX_LIMIT, toLimitSubject(normalizeEmail(email)))
}

function invitationRoutes(deps: TeamDeps): Route[] {
  return [
    route(contract.inviteMember, async ({ body: { email, roles } }, call) => {
      await countInvitation(call, email)
      const change = { source: toAuditSource(call), deps }
      await inviteMember(call.db, change, { email, roles, invitedBy: call.actor })
      return ok('The invitation has been sent.', await readTeamOf(call))
    }),
    route(contract.resendInvitation, async ({ params: { id } }, call) => {
      const { invitations } = await readTeamOf(call)
      const invitation = invitations.find((one) => one.id === id)
      if (invitation) await countInvitation(call, invitation.email)
      const change = { source: toAuditSource(call), deps }
      await resendInvitation(call.db, change, { publicId: id, invitedBy: call.actor })
      return ok('The invitation has been sent again.', await readTeamOf(call))
    }),
    route(contract.revokeInvitation, async ({ params: { id } }, call) => {
      await revokeInvitation(call.db, toAuditSource(call), id)
      return ok('The invitation has been revoked.', await readTeamOf(call))
    }),
  ]
}

function memberRoutes(deps: TeamDeps): Route[] {
  return [
    route(contract.changeRoles, async ({ params: { id }, body: { roles } }, call) => {
      await changeRoles(call.db, { source: toAuditSource(call), deps }, { publicId: id, roles })
      return ok('The role has been changed.', await readTeamOf(call))
    }),
    route(contract.removeMember, async ({ params: { id } }, call) => {
      await removeMember(call.db, { source: toAuditSource(call), deps }, id)
      return ok('The member has been removed.', await readTeamOf(call))
    }),
    route(contract.leaveTeam, async (_input, call) => {
      await leaveTeam(call.db, { source: toAuditSource(call), deps })
      return ok('You’ve left the team.', {})
    }),
    route(contract.transferOwnership, async ({ body: { member, password } }, call) => {
      const { db, actor, count } = call
      const checkStillAuthenticated = await reauthenticate(db, { actor, password, count })
      const transfer = { publicId: member, checkStillAuthenticated }
      await transferOwnership(db, { source: toAuditSource(call), deps }, transfer)
      const team = await readTeam(db, {
        businessId: actor.id,
        memberId: actor.memberId,
        canInvite: false,
        now: call.now,
      })
      return ok('The ownership has been transferred.', team)
    }),
  ]
}

function linkRoutes(deps: TeamDeps): Route[] {
  return [
    route(contract.getInvitation, async ({ query: { token } }, { db, now }) => {
      const { invitation, business, invitedBy } = await readInvitation(db, token, now)
      const { email, roles, expiresAt } = invitation
      const { type, logo } = business
      return ok('Your invitation', {
        invitation: {
          business: { type, logo, name: toBusinessName(business) },
          invitedBy,
          email,
          roles,
          expiresAt: expiresAt.toISOString(),
        },
      })
    }),
    route(contract.acceptInvitation, async ({ body: { token } }, { db, actor, client, now }) =>
      ok('You’ve joined the team.', {
        business: await acceptInvitation(db, { actor, client, deps, now }, token),
      }),
    ),
  ]
}
