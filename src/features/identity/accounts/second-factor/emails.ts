import { writeEmail } from '#core/emails/texts/email-texts.ts'
import { SECURITY_TEXTS } from '#core/emails/texts/security-texts.ts'
import type { AccountEmailContent } from '../port.ts'

/** Returns the email about enabled two-factor sign-in. */
export function secondFactorOnEmail(publicUrl: string): AccountEmailContent {
  return {
    ...writeEmail('second_factor_on', {}),
    preview: 'You now need a code from your authenticator app to sign in.',
    ...withSecurityPage(publicUrl),
  }
}

/** Returns the email about disabled two-factor sign-in; `byOperator` if support disabled it. */
export function secondFactorOffEmail(
  publicUrl: string,
  { byOperator }: { byOperator: boolean },
): AccountEmailContent {
  return {
    ...writeEmail(byOperator ? 'second_factor_reset' : 'second_factor_off', {}),
    preview: 'You no longer need a code to sign in.',
    ...withSecurityPage(publicUrl),
  }
}

/** Returns the email about a sign-in with a recovery code, and the number of codes left. */
export function recoveryCodeUsedEmail(left: number, publicUrl: string): AccountEmailContent {
  return {
    ...writeEmail(
      'recovery_code_used',
      { left: String(left) },
      left < 4 ? ['Create new recovery codes before you run out of them.'] : [],
    ),
    preview: `Codes left: ${left}.`,
    ...withSecurityPage(publicUrl),
  }
}

function withSecurityPage(publicUrl: string): Pick<AccountEmailContent, 'action' | 'closing'> {
  const { action: label, closing } = SECURITY_TEXTS.second_factor_on
  return { action: { label, url: `${publicUrl}/dashboard/security` }, closing }
}
