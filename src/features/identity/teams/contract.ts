import { z } from '@hono/zod-openapi'
import { toSingleLine } from '#core/text/normalize-text.ts'
import { HOUR, MINUTE } from '#core/time.ts'
import { ActivityFilter, ActivityList, ActivityPageNumber } from '#features/identity/audit/contract.ts'
import { endpoint } from '#platform/http/calls/endpoint.ts'
import { Envelope } from '#platform/http/calls/envelope.ts'
import { Business, BusinessTypeShape, Invitation, Member, MemberRoleShape } from './shapes.ts'

const READ_LIMIT = { calls: 240, windowMs: MINUTE, counted: 'in_memory', scope: 'account' } as const
const WRITE_LIMIT = { calls: 60, windowMs: 10 * MINUTE }

/** The limit of invitations of a business, because they are emails to unverified addresses. */
export const INVITATION_LIMIT = { calls: 30, windowMs: 24 * HOUR }

/** The limit of invitations to one mailbox from all businesses. */
export const MAILBOX_LIMIT = { calls: 5, windowMs: 24 * HOUR }

const Id = z.string().max(100)
const Roles = z
  .array(MemberRoleShape)
  .min(1, 'Choose at least one role.')
  .max(3)
  .overwrite((roles) => [...new Set(roles)])

/** The token in the link of an invitation; a wrong one is simply unknown. */
const InvitationToken = z.string().min(1).max(200)

const READ_TEAM = { manufacturer: 'team:read', vendor: 'team:read' } as const
const WRITE_TEAM = { manufacturer: 'team:write', vendor: 'team:write' } as const

const Team = Envelope.extend({
  members: z.array(Member),
  /** Empty for members who cannot invite. */
  invitations: z.array(Invitation),
})

export const listBusinesses = endpoint({
  method: 'GET',
  path: '/team/businesses',
  summary: 'Lists the businesses that you may act for: your own, then those whose team you are in',
  access: 'signed_in',
  answer: Envelope.extend({ businesses: z.array(Business) }),
  limit: READ_LIMIT,
})

export const readTeam = endpoint({
  method: 'GET',
  path: '/team',
  summary: 'Returns the team of your business: its members, and the invitations that wait for an answer',
  access: READ_TEAM,
  answer: Team,
  limit: READ_LIMIT,
})

export const inviteMember = endpoint({
  method: 'POST',
  path: '/team/invitations',
  summary: 'Invites a member to the team by email; the link is valid for seven days',
  access: WRITE_TEAM,
  body: z.object({ email: z.string().overwrite(toSingleLine).max(254), roles: Roles }),
  answer: Team,
  refusals: ['form_faulty', 'role_unknown', 'already_member', 'already_invited', 'team_full'],
  limit: WRITE_LIMIT,
})

export const resendInvitation = endpoint({
  method: 'POST',
  path: '/team/invitations/{id}/resend',
  summary: 'Sends an invitation again with a new link, valid for seven days; the earlier link expires',
  access: WRITE_TEAM,
  params: z.object({ id: Id }),
  answer: Team,
  refusals: ['invitation_not_found'],
  limit: WRITE_LIMIT,
})

export const revokeInvitation = endpoint({
  method: 'POST',
  path: '/team/invitations/{id}/revoke',
  summary: 'Revokes an invitation: its link expires',
  access: WRITE_TEAM,
  params: z.object({ id: Id }),
  answer: Team,
  refusals: ['invitation_not_found'],
  limit: WRITE_LIMIT,
})

export const changeRoles = endpoint({
  method: 'POST',
  path: '/team/members/{id}/roles',
  summary: 'Changes the roles of a member, effective from their next call',
  access: WRITE_TEAM,
  params: z.object({ id: Id }),
  body: z.object({ roles: Roles }),
  answer: Team,
  refusals: ['member_not_found', 'role_unknown', 'owner_stays'],
  limit: WRITE_LIMIT,
})

export const removeMember = endpoint({
  method: 'POST',
  path: '/team/members/{id}/remove',
  summary: 'Removes a member from the team; they lose access immediately; their activity stays recorded',
  access: WRITE_TEAM,
  params: z.object({ id: Id }),
  answer: Team,
  refusals: ['member_not_found', 'owner_stays'],
  limit: WRITE_LIMIT,
})

export const leaveTeam = endpoint({
  method: 'POST',
  path: '/team/leave',
  summary: 'Leaves the team; an owner must transfer the ownership first',
  access: READ_TEAM,
  answer: Envelope,
  refusals: ['owner_stays'],
  limit: WRITE_LIMIT,
})

export const transferOwnership = endpoint({
  method: 'POST',
  path: '/team/transfer',
  summary:
    'Makes another member the owner of the business, given your password; you stay in the team with all other roles',
  access: { manufacturer: 'ownership:write', vendor: 'ownership:write' },
  body: z.object({
    /** The public id of the member. */
    member: Id,
    password: z.string().min(1, 'Enter your password.').max(1000),
  }),
  answer: Team,
  refusals: ['member_not_found', 'owner_stays', 'password_wrong', 'no_password'],
  limit: WRITE_LIMIT,
})

export const getInvitation = endpoint({
  method: 'GET',
  path: '/team/invitation',
  summary: 'Returns the invitation behind an emailed link',
  access: 'public',
  query: z.object({ token: InvitationToken }),
  answer: Envelope.extend({
    invitation: z.object({
      business: z.object({ type: BusinessTypeShape, name: z.string(), logo: z.string().nullable() }),
      invitedBy: z.string(),
      email: z.string(),
      roles: z.array(MemberRoleShape),
      expiresAt: z.string(),
    }),
  }),
  refusals: ['invitation_not_found', 'invitation_used', 'invitation_revoked', 'invitation_expired'],
  limit: { calls: 60, windowMs: MINUTE },
})

export const acceptInvitation = endpoint({
  method: 'POST',
  path: '/team/invitation/accept',
  summary: 'Joins the team of an invitation, with the account whose email address it was sent to',
  access: 'signed_in',
  body: z.object({ token: InvitationToken }),
  answer: Envelope.extend({ business: Business }),
  refusals: [
    'invitation_not_found',
    'invitation_used',
    'invitation_revoked',
    'invitation_expired',
    'wrong_account',
    'operator_account',
    'already_member',
  ],
  limit: WRITE_LIMIT,
})

export const listVendorActivity = endpoint({
  method: 'GET',
  path: '/vendor/activity',
  summary: 'Lists the activity of your business, newest first, twenty a page; filtered by member or kind',
  access: { vendor: 'activity:read' },
  readsReplica: 'current',
  query: z.object({ ...ActivityFilter, page: ActivityPageNumber }),
  answer: ActivityList,
  limit: { calls: 120, windowMs: MINUTE },
})

export const exportVendorActivity = endpoint({
  method: 'GET',
  path: '/vendor/activity/file',
  summary: 'Exports the newest 10,000 activities of your business as CSV; filtered by member or kind',
  access: { vendor: 'activity:read' },
  readsReplica: 'current',
  query: z.object(ActivityFilter),
  answer: z.string(),
  limit: { calls: 10, windowMs: MINUTE },
})

export type { BusinessData, InvitationData, MemberData } from './shapes.ts'
