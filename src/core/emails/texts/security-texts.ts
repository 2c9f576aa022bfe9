import type { EmailTemplate } from './email-template.ts'

const HOLDERS = { to: 'Account holders' } as const

const IF_YOU = 'If this was you, you don’t need to do anything.'

const SECURITY = {
  ...HOLDERS,
  facts: 'link',
  action: 'Account security',
  closing: [IF_YOU, 'If it wasn’t, change your password and contact us now.'],
} as const

const PROVIDER = { label: 'Google or Facebook', sample: 'Google', isRequired: true } as const

const PASSKEY = { label: 'Name of the passkey', sample: 'Mei’s phone', isRequired: true } as const

/** The emails about signing in, and about accounts that move or close. */
export const SECURITY_TEXTS = {
  social_code: {
    ...HOLDERS,
    title: 'Code to sign in with Google or Facebook',
    facts: 'code',
    placeholders: {
      code: { label: 'Code, which is also shown large', sample: '123456' },
      provider: PROVIDER,
      expiry: { label: 'How long it is valid', sample: '10 minutes', isRequired: true },
    },
    closing: ['If you didn’t request it, you can ignore this email. Never share this code with anyone.'],
    standard: {
      subject: '{{code}} is your code',
      heading: 'Confirm your email address',
      text: 'Enter this code on the page where you are signing in with {{provider}}. It expires in {{expiry}}.',
    },
  },
  provider_connected: {
    ...HOLDERS,
    title: 'Google or Facebook connected',
    facts: 'link',
    action: 'Contact us',
    placeholders: { provider: PROVIDER },
    closing: ['If this wasn’t you, contact us now.'],
    standard: {
      subject: '{{provider}} sign-in is connected',
      heading: '{{provider}} sign-in is connected',
      text: 'You can now sign in to your account with {{provider}}.',
    },
  },
  provider_disconnected: {
    ...HOLDERS,
    title: 'Google or Facebook disconnected',
    facts: 'link',
    action: 'Sign in',
    placeholders: { provider: PROVIDER },
    closing: ['To connect it again, sign in with it.'],
    standard: {
      subject: '{{provider}} is no longer connected',
      heading: '{{provider}} is no longer connected',
      text: 'You removed the connection at {{provider}}, so we deleted it and signed you out on all devices.\n\nYour account stays open. Sign in with your password or with a code that we email to this address. You can close the account at any time.',
    },
  },
  second_factor_on: {
    ...SECURITY,
    title: 'Two-factor sign-in turned on',
    placeholders: {},
    standard: {
      subject: 'Two-factor sign-in is on',
      heading: 'Two-factor sign-in is on',
      text: 'You now need a code from your authenticator app to sign in to your account. All other devices are signed out.\n\nKeep your recovery codes in a safe place: they let you in without your phone.',
    },
  },
  second_factor_off: {
    ...SECURITY,
    title: 'Two-factor sign-in turned off',
    placeholders: {},
    standard: {
      subject: 'Two-factor sign-in is off',
      heading: 'Two-factor sign-in is off',
      text: 'Two-factor sign-in was turned off for your account. You no longer need a code to sign in.',
    },
  },
  second_factor_reset: {
    ...SECURITY,
    title: 'Two-factor sign-in reset by support',
    placeholders: {},
    standard: {
      subject: 'Two-factor sign-in is off',
      heading: 'Two-factor sign-in is off',
      text: 'Our support reset two-factor sign-in for your account. You can sign in without a code until you set it up again.',
    },
  },
  recovery_code_used: {
    ...SECURITY,
    title: 'Recovery code used',
    placeholders: { left: { label: 'Number of codes left', sample: '7', isRequired: true } },
    standard: {
      subject: 'A recovery code was used to sign in',
      heading: 'A recovery code was used to sign in',
      text: 'Somebody signed in to your account with a recovery code. Codes left: {{left}}.',
    },
  },
  passkey_added: {
    ...SECURITY,
    title: 'Passkey added',
    placeholders: { passkey: PASSKEY },
    standard: {
      subject: 'A passkey was added',
      heading: 'A passkey was added',
      text: 'You can now sign in to your account with the passkey “{{passkey}}”.',
    },
  },
  passkey_removed: {
    ...SECURITY,
    title: 'Passkey removed',
    placeholders: { passkey: PASSKEY },
    standard: {
      subject: 'A passkey was removed',
      heading: 'A passkey was removed',
      text: 'The passkey “{{passkey}}” no longer signs in to your account.',
    },
  },
  address_taken: {
    ...HOLDERS,
    title: 'Address that has an account already',
    facts: 'none',
    placeholders: {},
    closing: ['If this wasn’t you, you can ignore this email.'],
    standard: {
      subject: 'This address already has an account',
      heading: 'This address already has an account',
      text: 'You or someone else tried to move another account to this address. It already has an account, so we changed nothing.\n\nTo use this address for the other account, close this account first.',
    },
  },
  address_changed: {
    ...HOLDERS,
    title: 'Account moved to another address',
    facts: 'link',
    action: 'Contact us',
    placeholders: {
      address: { label: 'New address, partly hidden', sample: 'm…@example.com', isRequired: true },
    },
    closing: ['If this wasn’t you, contact us now. If it was, you don’t need to do anything.'],
    standard: {
      subject: 'Your email address was changed',
      heading: 'Your email address was changed',
      text: 'Your account has a new address: {{address}}. We no longer send emails to this one.',
    },
  },
  account_closed: {
    ...HOLDERS,
    title: 'Account closed',
    facts: 'none',
    placeholders: {},
    closing: ['Thank you for using the marketplace.'],
    standard: {
      subject: 'Your account is closed',
      heading: 'Your account is closed',
      text: 'As requested, we closed your account and deleted your personal data. We keep your orders with their delivery addresses.\n\nYou can sign up again with this email address at any time.',
    },
  },
  account_closed_by_operator: {
    ...HOLDERS,
    title: 'Account closed by an operator',
    facts: 'none',
    placeholders: {},
    closing: ['If you have questions, reply to this email.'],
    standard: {
      subject: 'Your account is closed',
      heading: 'Your account is closed',
      text: 'We closed your account and deleted your personal data. We keep your orders with their delivery addresses.\n\nYou can sign up again with this email address at any time.',
    },
  },
} as const satisfies Readonly<Record<string, EmailTemplate>>
