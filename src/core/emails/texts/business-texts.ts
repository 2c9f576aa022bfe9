import type { EmailTemplate } from './email-template.ts'

/** The emails to members of businesses, to senders of messages and to subscribers of the newsletter. */
export const BUSINESS_TEXTS = {
  team_invitation: {
    to: 'Account holders',
    title: 'Team invitation',
    facts: 'link',
    action: 'See the invitation',
    placeholders: {
      business: { label: 'Name of the business', sample: 'Kobe Pearl Works', isRequired: true },
      invitedBy: { label: 'Who invites', sample: 'Mei Tanaka', isRequired: true },
      roles: { label: 'Roles', sample: 'Orders' },
    },
    closing: ['If you don’t know this business, you can ignore this email.'],
    standard: {
      subject: 'Join the team of {{business}}',
      heading: 'Join the team of {{business}}',
      text: '{{invitedBy}} invites you to work in the dashboard of {{business}}. Your role: {{roles}}.',
    },
  },
  payout_sent: {
    to: 'Suppliers',
    title: 'Payout sent',
    facts: 'amounts',
    action: 'Open your dashboard',
    placeholders: {
      amount: { label: 'Amount', sample: '$1,240.50', isRequired: true },
      store: { label: 'Name of the supplier', sample: 'Kobe Pearl Works' },
      account: { label: 'Bank account', sample: '•••• 6789', isRequired: true },
    },
    closing: ['You’ll find the statement, with every order in it, under Payouts.'],
    standard: {
      subject: '{{amount}} is on its way to {{store}}',
      heading: 'Your payout is on its way.',
      text: 'We’re paying {{amount}} of {{store}}’s earnings to {{account}}.',
    },
  },
  wallet_low: {
    to: 'Vendors',
    title: 'Wallet running low',
    facts: 'link',
    action: 'Add money',
    placeholders: { amount: { label: 'Balance of the wallet', sample: '$18.00', isRequired: true } },
    closing: ['Choose when you get this email in your wallet settings.'],
    standard: {
      subject: 'Your wallet is running low: {{amount}} left',
      heading: 'Your wallet is running low',
      text: 'You have {{amount}} left in your wallet. It pays for orders from your store. When it’s empty, orders are on hold until you add money.',
    },
  },
  message_received: {
    to: 'Shoppers',
    title: 'Contact message received',
    facts: 'none',
    placeholders: {},
    closing: ['If you didn\u2019t write to us, you can ignore this email.'],
    standard: {
      subject: 'We received your message',
      heading: 'Thank you for your message',
      text: 'We received your message. Expect a response in 24 hours or less.\n\nTo add something, reply to this email.',
    },
  },
  newsletter_invitation: {
    to: 'Subscribers',
    title: 'Newsletter: confirm subscription',
    facts: 'link',
    action: 'Confirm subscription',
    placeholders: {},
    closing: ['The link expires in 7 days. If you didn\u2019t request it, you can ignore this email.'],
    standard: {
      subject: 'Confirm your subscription',
      heading: 'Confirm your newsletter subscription',
      text: 'Someone signed up this address for our monthly newsletter about new products.\n\nConfirm your subscription to receive it. If you don\u2019t, we won\u2019t send anything.',
    },
  },
  newsletter_welcome: {
    to: 'Subscribers',
    title: 'Newsletter: welcome',
    facts: 'link',
    action: 'Shop new products',
    placeholders: {},
    closing: ['You receive this email because you subscribed to our newsletter. Unsubscribe with one click:'],
    standard: {
      subject: 'Welcome to our newsletter',
      heading: 'Welcome to our newsletter',
      text: 'Your subscription is confirmed. Once a month we\u2019ll send you new products and their suppliers\u2019 stories.\n\nUntil then, explore the marketplace.',
    },
  },
} as const satisfies Readonly<Record<string, EmailTemplate>>
