import type { AccountEmailContent } from '../port.ts'

/** Returns the URL of the page with the account's security settings. */
const toSecurityPage = (publicUrl: string) => `${publicUrl}/dashboard/security`

const IF_YOU = 'If this was you, you don\u2019t need to do anything.'

/** Returns the email about enabled two-factor sign-in. */
export function secondFactorOnEmail(publicUrl: string): AccountEmailContent {
  return {
    subject: 'Two-factor sign-in is on',
    preview: 'Signing in now takes a code from your authenticator app.',
    heading: 'Two-factor sign-in is on',
    paragraphs: [
      'Signing in to your account now takes a code from your authenticator app. All other devices are signed out.',
      'Keep your recovery codes in a safe place: they let you in without your phone.',
    ],
    action: { label: 'Account security', url: toSecurityPage(publicUrl) },
    closing: [IF_YOU, 'If it wasn\u2019t, change your password and contact us now.'],
  }
}

/** Returns the email about disabled two-factor sign-in; `byOperator` if support disabled it. */
export function secondFactorOffEmail(
  publicUrl: string,
  { byOperator }: { byOperator: boolean },
): AccountEmailContent {
  return {
    subject: 'Two-factor sign-in is off',
    preview: 'Signing in no longer takes a code.',
    heading: 'Two-factor sign-in is off',
    paragraphs: [
      byOperator
        ? 'Our support reset two-factor sign-in for your account. Signing in no longer takes a code until you set it up again.'
        : 'Two-factor sign-in was turned off for your account. Signing in no longer takes a code.',
    ],
    action: { label: 'Account security', url: toSecurityPage(publicUrl) },
    closing: [IF_YOU, 'If it wasn\u2019t, change your password and contact us now.'],
  }
}

/** Returns the email about a sign-in with a recovery code, and the number of codes left. */
export function recoveryCodeUsedEmail(left: number, publicUrl: string): AccountEmailContent {
  return {
    subject: 'A recovery code was used to sign in',
    preview: `${left} recovery codes are left.`,
    heading: 'A recovery code was used to sign in',
    paragraphs: [
      `Somebody signed in to your account with a recovery code. ${left === 1 ? '1 code is' : `${left} codes are`} left.`,
      ...(left < 4 ? ['Make new recovery codes before you run out of them.'] : []),
    ],
    action: { label: 'Account security', url: toSecurityPage(publicUrl) },
    closing: [IF_YOU, 'If it wasn\u2019t, change your password and contact us now.'],
  }
}
