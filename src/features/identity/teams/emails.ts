import { writeEmail } from '#core/email-texts/email-texts.ts'
import { toSingleLine } from '#core/text/normalize-text.ts'
import { type Role, ROLE_TITLES } from '#core/permissions.ts'
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
  const [business, name] = [toName(member.business), toName(member.name)]
  return {
    subject: `${name} joined the team of ${business}`,
    preview: 'Your invitation was accepted.',
    heading: `${name} joined your team`,
    paragraphs: [`${name} accepted your invitation and can now work in the dashboard of ${business}.`],
    tables: [],
    action: { label: 'See the team', url: member.url },
    closing: ['You receive this email because you own this business.'],
  }
}

/** Returns the email to a member about their changed roles. */
export function rolesChangedEmail(member: {
  business: string
  roles: readonly Role[]
  url: string
}): EmailContent {
  const business = toName(member.business)
  return {
    subject: `Your role in the team of ${business} has changed`,
    preview: `Your role is now: ${listTitles(member.roles)}.`,
    heading: 'Your role has changed',
    paragraphs: [
      `The owner of ${business} has changed what you can do there. Your role is now: ${listTitles(member.roles)}.`,
    ],
    tables: [],
    action: { label: 'Open the dashboard', url: member.url },
    closing: ['If this is a mistake, ask the owner.'],
  }
}

/** Returns the email to a removed member. */
export function removedEmail(member: { business: string }): EmailContent {
  const business = toName(member.business)
  return {
    subject: `You’re no longer in the team of ${business}`,
    preview: 'Your own account isn’t affected.',
    heading: `You’re no longer in the team of ${business}`,
    paragraphs: [
      `The owner of ${business} has removed you from the team. You can no longer open its dashboard.`,
      'Your own account, orders and messages aren’t affected.',
    ],
    tables: [],
    closing: ['If this is a mistake, ask the owner to invite you again.'],
  }
}

/** Returns the email to the owner about a member who left. */
export function leftEmail(member: { business: string; name: string; url: string }): EmailContent {
  const [business, name] = [toName(member.business), toName(member.name)]
  return {
    subject: `${name} left the team of ${business}`,
    preview: 'They can no longer open the dashboard.',
    heading: `${name} left your team`,
    paragraphs: [`${name} left the team of ${business} and can no longer open its dashboard.`],
    tables: [],
    action: { label: 'See the team', url: member.url },
    closing: ['You receive this email because you own this business.'],
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
  const text = change.isNewOwner
    ? `You now own ${business}. You can manage its team, its settings and where its money goes.`
    : `${owner} now owns ${business}. You stay in the team with all other roles.`
  return {
    subject: `${business} has a new owner`,
    preview: text,
    heading: `${business} has a new owner`,
    paragraphs: [text],
    tables: [],
    action: { label: 'See the team', url: change.url },
    closing: ['If this wasn’t you, change your password and write to us at once.'],
  }
}
