import type { AccountEmailContent } from '../port.ts'

// These emails contain nothing that somebody typed: they may go to a stranger's address, and must not carry a message of the
// sender's to them.

const IGNORE_NOTICE =
  'Was it not you? Then you need not do anything: without the code nobody gets in. Tell it to nobody.'

/** The code that verifies the address of a sign-up. */
export function verificationCodeEmail(code: string): AccountEmailContent {
  return {
    subject: 'Verify your e-mail address',
    preview: 'Enter it on the page where you signed up.',
    heading: 'Verify your e-mail address',
    paragraphs: ['Enter this code on the page where you signed up. It is good for 10 minutes.'],
    code,
    closing: [
      'Was it not you who signed up? Then you need not do anything: without the code there is no account. Tell it to nobody.',
    ],
  }
}

/** The code to sign in by. */
export function signInCodeEmail(code: string): AccountEmailContent {
  return {
    subject: 'Your code to sign in',
    preview: 'It is good for 10 minutes.',
    heading: 'Your code to sign in',
    paragraphs: ['Enter this code on the page where you asked for it. It is good for 10 minutes.'],
    code,
    closing: [IGNORE_NOTICE],
  }
}

/** The code that proves a new address. */
export function newAddressCodeEmail(code: string): AccountEmailContent {
  return {
    subject: 'Your new e-mail address',
    preview: 'It moves your account to this address.',
    heading: 'Your new e-mail address',
    paragraphs: ['Enter this code in your account to use it with this address. It is good for 10 minutes.'],
    code,
    closing: [IGNORE_NOTICE],
  }
}

/** To an address that has an account, when another account was to be moved there. */
export function addressTakenEmail(): AccountEmailContent {
  return {
    subject: 'This address has an account already',
    preview: 'Another account cannot be moved to it.',
    heading: 'This address has an account already',
    paragraphs: [
      'Somebody, most likely you, wanted to use this address for another account. It has one already, so nothing was changed.',
      'To use the address for the other account, sign in with this one first and close it.',
    ],
    closing: ['Was it not you? Then you need not do anything.'],
  }
}

/** The link to set a new password. */
export function passwordResetEmail(url: string): AccountEmailContent {
  return {
    subject: 'Set a new password',
    preview: 'The link is good for 60 minutes.',
    heading: 'Set a new password',
    paragraphs: ['With this link you set a new password. It is good once, for 60 minutes.'],
    action: { label: 'Set a new password', url },
    closing: [
      'Was it not you who asked for it? Then you need not do anything: your password stays as it is.',
    ],
  }
}

/** The password was changed; `resetUrl` is where to ask for a link. */
export function passwordChangedEmail(resetUrl: string): AccountEmailContent {
  return {
    subject: 'Your password was changed',
    preview: 'Was it not you? Set a new one at once.',
    heading: 'Your password was changed',
    paragraphs: [
      'The password of your account was changed just now. Wherever else you were signed in, you are signed out.',
      'Was it not you? Set a new password at once, by a link to this address.',
    ],
    action: { label: 'Set a new password', url: resetUrl },
    closing: ['Was it you? Then you need not do anything.'],
  }
}

/** To the old address: the account has moved to another one, which is shown masked. */
export function addressChangedEmail(masked: string, supportUrl: string): AccountEmailContent {
  return {
    subject: 'Your e-mail address was changed',
    preview: 'Your account has a new address.',
    heading: 'Your e-mail address was changed',
    paragraphs: [
      `Your account has a new address: ${masked}. We do not write to this one any more.`,
      'Was it not you? Write to us at once.',
    ],
    action: { label: 'Write to us', url: supportUrl },
    closing: ['Was it you? Then you need not do anything.'],
  }
}

/** The last letter: the account is closed. */
export function accountClosedEmail(): AccountEmailContent {
  return {
    subject: 'Your account is closed',
    preview: 'We have forgotten who you are.',
    heading: 'Your account is closed',
    paragraphs: [
      'As you asked, your account is closed. What you told us about yourself is deleted. Your orders stay, with the address they were sent to.',
      'The address is free: with it you may sign up again at any time.',
    ],
    closing: ['Thank you for having been with us.'],
  }
}
