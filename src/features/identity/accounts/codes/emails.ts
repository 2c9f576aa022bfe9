import { ACCOUNT_TEXTS } from '#core/email-texts/account-texts.ts'
import { writeEmail } from '#core/email-texts/email-texts.ts'
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
    subject: 'This address already has an account',
    preview: 'Your other account was not changed.',
    heading: 'This address already has an account',
    paragraphs: [
      'You or someone else tried to move another account to this address. It already has an account, so we changed nothing.',
      'To use this address for the other account, close this account first.',
    ],
    closing: ['If this wasn\u2019t you, you can ignore this email.'],
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
    subject: 'Your email address was changed',
    preview: 'Your account has a new address.',
    heading: 'Your email address was changed',
    paragraphs: [
      `Your account has a new address: ${masked}. We no longer send emails to this one.`,
      'If this wasn\u2019t you, contact us now.',
    ],
    action: { label: 'Contact us', url: supportUrl },
    closing: ['If this was you, you don\u2019t need to do anything.'],
  }
}

/** Returns the last email: the account is closed. */
export function accountClosedEmail(byOperator: boolean): AccountEmailContent {
  return {
    subject: 'Your account is closed',
    preview: 'Your personal data is deleted.',
    heading: 'Your account is closed',
    paragraphs: [
      byOperator
        ? 'We closed your account and deleted your personal data. We keep your orders with their delivery addresses.'
        : 'As requested, we closed your account and deleted your personal data. We keep your orders with their delivery addresses.',
      'You can sign up again with this email address at any time.',
    ],
    closing: [
      byOperator ? 'If you have questions, reply to this email.' : 'Thank you for using the marketplace.',
    ],
  }
}
