import { writeEmail } from '#core/emails/texts/email-texts.ts'
import { TEAM_TEXTS } from '#core/emails/texts/team-texts.ts'
import { type OperatorRole, ROLE_TITLES } from '#core/access/permissions.ts'
import type { AccountEmailContent } from '#features/identity/accounts/service.ts'

function listTitles(roles: readonly OperatorRole[]): string {
  return new Intl.ListFormat('en', { type: 'conjunction' }).format(roles.map((role) => ROLE_TITLES[role]))
}

type OperatorMail = Readonly<{ roles: readonly OperatorRole[]; url: string }>

/** Returns the email to a new operator: how to set a password, and the next steps. */
export function operatorInvitedEmail({ roles, url }: OperatorMail): AccountEmailContent {
  const { action: label, closing } = TEAM_TEXTS.operator_invited
  return {
    ...writeEmail('operator_invited', { roles: listTitles(roles) }),
    preview: 'Set a password to sign in.',
    action: { label, url },
    closing,
  }
}

/** Returns the email about an operator's changed roles. */
export function operatorRolesChangedEmail({ roles, url }: OperatorMail): AccountEmailContent {
  const { action: label, closing } = TEAM_TEXTS.operator_roles_changed
  return {
    ...writeEmail('operator_roles_changed', { roles: listTitles(roles) }),
    preview: `Your role is now: ${listTitles(roles)}.`,
    action: { label, url },
    closing,
  }
}
