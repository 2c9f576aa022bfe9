import { type OperatorRole, ROLE_TITLES } from '#core/permissions.ts'
import type { AccountEmailContent } from '#features/identity/accounts/service.ts'

function listTitles(roles: readonly OperatorRole[]): string {
  return new Intl.ListFormat('en', { type: 'conjunction' }).format(roles.map((role) => ROLE_TITLES[role]))
}

type OperatorMail = Readonly<{ roles: readonly OperatorRole[]; url: string }>

/** Returns the email to a new operator: how to set a password, and the next steps. */
export function operatorInvitedEmail({ roles, url }: OperatorMail): AccountEmailContent {
  return {
    subject: 'You’re now an operator',
    preview: 'Set a password to sign in.',
    heading: 'You’re now an operator of the marketplace',
    paragraphs: [
      `An account was created for this email address. Your role: ${listTitles(roles)}.`,
      'Request a link to this address and set a password. When you sign in, you set up two-factor sign-in first: have a phone with an authenticator app ready.',
    ],
    action: { label: 'Set a password', url },
    closing: ['If you didn’t expect this, you can ignore this email.'],
  }
}

/** Returns the email about an operator's changed roles. */
export function operatorRolesChangedEmail({ roles, url }: OperatorMail): AccountEmailContent {
  return {
    subject: 'Your role as an operator has changed',
    preview: `Your role is now: ${listTitles(roles)}.`,
    heading: 'Your role has changed',
    paragraphs: [`Your role as an operator of the marketplace is now: ${listTitles(roles)}.`],
    action: { label: 'Open the console', url },
    closing: ['If you have questions, ask an owner.'],
  }
}
