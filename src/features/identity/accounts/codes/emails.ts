import type { AccountEmailContent } from '../port.ts'

// These emails contain no user input: they may go to a stranger's address, and must not carry a message of the
// sender's to them.

const IGNORE_NOTICE =
  'If you didn\u2019t request it, you can ignore this email. Never share this code with anyone.'

/** Returns the email with the code that verifies a sign-up's address. */
export function verificationCodeEmail(code: string): AccountEmailContent {
  return {
    subject: 'Verify your email address',
    preview: 'Enter it on the page where you signed up.',
    heading: 'Verify your email address',
    paragraphs: ['Enter this code on the page where you signed up. It expires in 10 minutes.'],
    code,
    closing: ['If you didn\u2019t sign up, you can ignore this email. Never share this code with anyone.'],
  }
}

/** Returns the email with a sign-in code. */
export function signInCodeEmail(code: string): AccountEmailContent {
  return {
    subject: 'Your sign-in code',
    preview: 'It expires in 10 minutes.',
    heading: 'Your sign-in code',
    paragraphs: ['Enter this code on the page where you requested it. It expires in 10 minutes.'],
    code,
    closing: [IGNORE_NOTICE],
  }
}

/** Returns the email with the code that verifies a new address. */
export function newAddressCodeEmail(code: string): AccountEmailContent {
  return {
    subject: 'Confirm your new email address',
    preview: 'It moves your account to this address.',
    heading: 'Confirm your new email address',
    paragraphs: ['Enter this code in your account to confirm this address. It expires in 10 minutes.'],
    code,
    closing: [IGNORE_NOTICE],
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
    subject: 'Set a new password',
    preview: 'The link expires in 60 minutes.',
    heading: 'Set a new password',
    paragraphs: ['Use this link to set a new password. It works once and expires in 60 minutes.'],
    action: { label: 'Set a new password', url },
    closing: ['If you didn\u2019t request it, you can ignore this email: your password stays the same.'],
  }
}

/** Returns the email about a changed password; `resetUrl` is where to request a link. */
export function passwordChangedEmail(resetUrl: string): AccountEmailContent {
  return {
    subject: 'Your password was changed',
    preview: 'If this wasn\u2019t you, set a new one now.',
    heading: 'Your password was changed',
    paragraphs: [
      'The password of your account was changed. You are signed out on all other devices.',
      'If this wasn\u2019t you, request a link to this address and set a new password now.',
    ],
    action: { label: 'Set a new password', url: resetUrl },
    closing: ['If this was you, you don\u2019t need to do anything.'],
  }
}

/** Returns the email to the old address after the account moved to another one, shown masked. */
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
