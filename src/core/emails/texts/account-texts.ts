import type { EmailTemplate } from './email-template.ts'

const EXPIRY = { label: 'How long it is valid', sample: '10 minutes', isRequired: true } as const

const CODE_WARNING =
  'If you didn\u2019t request it, you can ignore this email. Never share this code with anyone.'

const HOLDERS = { to: 'Account holders' } as const

/** The emails about accounts. */
export const ACCOUNT_TEXTS = {
  verification_code: {
    ...HOLDERS,
    title: 'Verification code',
    facts: 'code',
    placeholders: { expiry: EXPIRY },
    closing: ['If you didn\u2019t sign up, you can ignore this email. Never share this code with anyone.'],
    standard: {
      subject: 'Verify your email address',
      heading: 'Verify your email address',
      text: 'Enter this code on the page where you signed up. It expires in {{expiry}}.',
    },
  },
  sign_in_code: {
    ...HOLDERS,
    title: 'Sign-in code',
    facts: 'code',
    placeholders: { expiry: EXPIRY },
    closing: [CODE_WARNING],
    standard: {
      subject: 'Your sign-in code',
      heading: 'Your sign-in code',
      text: 'Enter this code on the page where you requested it. It expires in {{expiry}}.',
    },
  },
  new_address_code: {
    ...HOLDERS,
    title: 'New email address',
    facts: 'code',
    placeholders: { expiry: EXPIRY },
    closing: [CODE_WARNING],
    standard: {
      subject: 'Confirm your new email address',
      heading: 'Confirm your new email address',
      text: 'Enter this code in your account to confirm this address. It expires in {{expiry}}.',
    },
  },
  password_reset: {
    ...HOLDERS,
    title: 'Password reset',
    facts: 'link',
    action: 'Set a new password',
    placeholders: { expiry: { ...EXPIRY, sample: '60 minutes' } },
    closing: ['If you didn\u2019t request it, you can ignore this email: your password stays the same.'],
    standard: {
      subject: 'Set a new password',
      heading: 'Set a new password',
      text: 'Use this link to set a new password. It works once and expires in {{expiry}}.',
    },
  },
  password_changed: {
    ...HOLDERS,
    title: 'Password changed',
    facts: 'link',
    action: 'Set a new password',
    placeholders: {},
    closing: ['If this was you, you don\u2019t need to do anything.'],
    standard: {
      subject: 'Your password was changed',
      heading: 'Your password was changed',
      text: 'The password of your account was changed. You are signed out on all other devices.',
    },
  },
} as const satisfies Readonly<Record<string, EmailTemplate>>
