import { ACCOUNT_TEXTS } from '#core/emails/texts/account-texts.ts'
import { writeEmail } from '#core/emails/texts/email-texts.ts'
import { SECURITY_TEXTS } from '#core/emails/texts/security-texts.ts'
import type { AccountEmailContent } from '../port.ts'

// These emails contain no user input: they may go to a stranger's address, and must not carry a message from the
// sender.

const CODE_EXPIRY = '10 minutes'

/** Returns the email with the code that verifies a sign-up's address. */
export function verificationCodeEmail(code: string): AccountEmailContent {
  return {
    ...writeEmail('verification_code', { expiry: CODE_EXPIRY }),
    preview: 'Enter it on the page where you signed up.',
    code,
    closing: ACCOUNT_TEXTS.verification_code.closing,
  }
}

/** Returns the email with a sign-in code. */
export function signInCodeEmail(code: string): AccountEmailContent {
  return {
    ...writeEmail('sign_in_code', { expiry: CODE_EXPIRY }),
    preview: 'It expires in 10 minutes.',
    code,
    closing: ACCOUNT_TEXTS.sign_in_code.closing,
  }
}

/** Returns the email with the code that verifies a new address. */
export function newAddressCodeEmail(code: string): AccountEmailContent {
  return {
    ...writeEmail('new_address_code', { expiry: CODE_EXPIRY }),
    preview: 'It moves your account to this address.',
    code,
    closing: ACCOUNT_TEXTS.new_address_code.closing,
  }
}

/** Returns the email to an address that has an account, when another account requested it. */
export function addressTakenEmail(): AccountEmailContent {
  return {
    ...writeEmail('address_taken', {}),
    preview: 'Your other account was not changed.',
    closing: SECURITY_TEXTS.address_taken.closing,
  }
}

/** Returns the email with the link to set a new password. */
export function passwordResetEmail(url: string): AccountEmailContent {
  return {
    ...writeEmail('password_reset', { expiry: '60 minutes' }),
    preview: 'The link expires in 60 minutes.',
    action: { label: 'Set a new password', url },
    closing: ACCOUNT_TEXTS.password_reset.closing,
  }
}

/** Returns the email about a changed password; `resetUrl` is where to request a link. */
export function passwordChangedEmail(resetUrl: string): AccountEmailContent {
  return {
    ...writeEmail('password_changed', {}, [
      'If this wasn\u2019t you, request a link to this address and set a new password now.',
    ]),
    preview: 'If this wasn\u2019t you, set a new one now.',
    action: { label: 'Set a new password', url: resetUrl },
    closing: ACCOUNT_TEXTS.password_changed.closing,
  }
}

/** Returns the email to the old address after the account moved to another one, which is masked. */
export function addressChangedEmail(masked: string, supportUrl: string): AccountEmailContent {
  return {
    ...writeEmail('address_changed', { address: masked }),
    preview: 'Your account has a new address.',
    action: { label: 'Contact us', url: supportUrl },
    closing: SECURITY_TEXTS.address_changed.closing,
  }
}

/** Returns the last email: the account is closed. */
export function accountClosedEmail(byOperator: boolean): AccountEmailContent {
  const name = byOperator ? 'account_closed_by_operator' : 'account_closed'
  return {
    ...writeEmail(name, {}),
    preview: 'Your personal data is deleted.',
    closing: SECURITY_TEXTS[name].closing,
  }
}
