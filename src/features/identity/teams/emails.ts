import { writeEmail } from '#core/emails/texts/email-texts.ts'
import { TEAM_TEXTS } from '#core/emails/texts/team-texts.ts'
import { toSingleLine } from '#core/text/normalize-text.ts'
import { type Role, ROLE_TITLES } from '#core/access/permissions.ts'
import type { EmailContent } from '#features/messaging/notifications/service.ts'

/** The most characters of a user's name in an email. */
const MAX_NAME = 80

function toName(typed: string): string {
  return toSingleLine(typed).slice(0, MAX_NAME)
}

function listTitles(roles: readonly Role[]): string {
  return new Intl.ListFormat('en', { type: 'conjunction' }).format(roles.map((role) => ROLE_TITLES[role]))
}

/** Returns the invitation email to a team, with the link to join it. */
export function invitationEmail(invitation: {
  business: string
  invitedBy: string
  roles: readonly Role[]
  url: string
}): EmailContent {
  const { roles, url } = invitation
  const [business, invitedBy] = [toName(invitation.business), toName(invitation.invitedBy)]
  return {
    ...writeEmail('team_invitation', { business, invitedBy, roles: listTitles(roles) }, [
      'Sign in with the account of this email address, or create one. The link expires in seven days.',
    ]),
    preview: `${invitedBy} invites you to ${business}.`,
    tables: [],
    action: { label: 'See the invitation', url },
    closing: ['If you don’t know this business, you can ignore this email.'],
  }
}

/** Returns the email to the owner about an accepted invitation. */
export function joinedEmail(member: { business: string; name: string; url: string }): EmailContent {
  return {
    ...writeEmail('team_joined', { business: toName(member.business), member: toName(member.name) }),
    preview: 'Your invitation was accepted.',
    ...toFacts('team_joined', member.url),
  }
}

/** Returns the email to a member about their changed roles. */
export function rolesChangedEmail(member: {
  business: string
  roles: readonly Role[]
  url: string
}): EmailContent {
  const roles = listTitles(member.roles)
  return {
    ...writeEmail('team_roles_changed', { business: toName(member.business), roles }),
    preview: `Your role is now: ${roles}.`,
    ...toFacts('team_roles_changed', member.url),
  }
}

/** Returns the email to a removed member. */
export function removedEmail(member: { business: string }): EmailContent {
  return {
    ...writeEmail('team_removed', { business: toName(member.business) }),
    preview: 'Your own account isn’t affected.',
    tables: [],
    closing: TEAM_TEXTS.team_removed.closing,
  }
}

/** Returns the email to the owner about a member who left. */
export function leftEmail(member: { business: string; name: string; url: string }): EmailContent {
  return {
    ...writeEmail('team_left', { business: toName(member.business), member: toName(member.name) }),
    preview: 'They can no longer open the dashboard.',
    ...toFacts('team_left', member.url),
  }
}

/** Returns the email to the old and new owners of a business. */
export function ownershipEmail(change: {
  business: string
  owner: string
  isNewOwner: boolean
  url: string
}): EmailContent {
  const [business, owner] = [toName(change.business), toName(change.owner)]
  const written = change.isNewOwner
    ? writeEmail('team_new_owner', { business })
    : writeEmail('team_former_owner', { business, owner })
  return {
    ...written,
    preview: written.paragraphs[0] ?? '',
    ...toFacts(change.isNewOwner ? 'team_new_owner' : 'team_former_owner', change.url),
  }
}

type LinkedEmail = 'team_joined' | 'team_roles_changed' | 'team_left' | 'team_new_owner' | 'team_former_owner'

/** Returns the button of an email, and the lines below it. */
function toFacts(name: LinkedEmail, url: string): Pick<EmailContent, 'tables' | 'action' | 'closing'> {
  const { action: label, closing } = TEAM_TEXTS[name]
  return { tables: [], action: { label, url }, closing }
}
