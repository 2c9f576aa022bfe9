import type { EmailTemplate } from './email-template.ts'

const ORDER = { label: 'Order number', sample: '100482', isRequired: true } as const
const AMOUNT = { label: 'Amount', sample: '$129.00', isRequired: true } as const
const STORE = { label: 'Name of the supplier', sample: 'Kobe Pearl Works' } as const
const REASON = { label: 'Reason', sample: 'The account is closed.', isRequired: true } as const
const ACCOUNT = { label: 'Bank account', sample: '•••• 6789', isRequired: true } as const
const PAYMENT = { label: 'What was paid', sample: 'order 100482', isRequired: true } as const
const PROVIDER = { label: 'Payment provider', sample: 'stripe', isRequired: true } as const

const SUPPLIERS = { to: 'Suppliers', closing: ['Your reference: so_…'] } as const
const PAYOUT = { to: 'Suppliers', facts: 'link', action: 'Open your dashboard', closing: [] } as const
const DISPUTE = {
  to: 'Operators',
  facts: 'none',
  closing: ['At stripe: dp_…'],
  placeholders: {
    amount: AMOUNT,
    payment: PAYMENT,
    provider: PROVIDER,
    reason: { label: 'Reason of the bank', sample: 'fraudulent', isRequired: true },
  },
} as const

const DISPUTE_TEXT =
  'The disputed amount is {{amount}} of {{payment}}. The reason given by {{provider}}: {{reason}}.'

/** The emails about refunds, chargebacks and payouts beside those of an order. */
export const MONEY_TEXTS = {
  unapplied_refund: {
    to: 'Shoppers',
    title: 'Late or duplicate payment refunded',
    facts: 'link',
    action: 'See your order',
    placeholders: { order: ORDER, amount: AMOUNT },
    closing: ['This link opens your order without a password. Don’t share it.'],
    standard: {
      subject: 'We’re refunding {{amount}} of your payment',
      heading: 'Your payment is being refunded.',
      text: 'We received a payment for order {{order}} that we couldn’t use: the order had already ended, was already paid, or cost another amount. We’re refunding {{amount}} to your original payment method. Depending on your bank, this takes a few days.\n\nYour order page shows the status of your order.',
    },
  },
  chargeback: {
    ...SUPPLIERS,
    title: 'Chargeback',
    facts: 'none',
    placeholders: { order: ORDER, amount: AMOUNT },
    standard: {
      subject: 'Chargeback on order {{order}}',
      heading: 'The buyer’s bank charged the payment back',
      text: 'The buyer’s bank charged back {{amount}} of order {{order}}. Don’t ship any more items from it.',
    },
  },
  dispute_won: {
    ...SUPPLIERS,
    title: 'Dispute won',
    facts: 'none',
    placeholders: { order: ORDER, amount: AMOUNT },
    standard: {
      subject: 'Dispute won: order {{order}}',
      heading: 'A dispute was won',
      text: 'The buyer’s bank returned {{amount}} of order {{order}}.',
    },
  },
  bank_details_changed: {
    to: 'Suppliers',
    title: 'Bank details changed',
    facts: 'none',
    placeholders: {
      store: { ...STORE, isRequired: true },
      account: { ...ACCOUNT, label: 'Holder and bank account', sample: 'Mei Tanaka, •••• 6789' },
      from: { label: 'Day from which it is used', sample: '22 Nov 2026', isRequired: true },
    },
    closing: ['If you didn’t change this, contact us right away and change your password.'],
    standard: {
      subject: 'Bank details of {{store}} changed',
      heading: 'Your bank details were changed.',
      text: 'From {{from}} we pay {{store}} to {{account}}.',
    },
  },
  payout_failed: {
    ...PAYOUT,
    title: 'Payout failed',
    placeholders: { store: STORE, amount: AMOUNT, reason: REASON },
    standard: {
      subject: 'A payout to {{store}} failed',
      heading: 'Your payout failed.',
      text: '{{amount}} couldn’t be paid out: {{reason}}',
    },
  },
  payout_returned: {
    ...PAYOUT,
    title: 'Payout returned',
    placeholders: { store: STORE, amount: AMOUNT, account: ACCOUNT, reason: REASON },
    standard: {
      subject: 'A payout to {{store}} came back',
      heading: 'Your payout came back to us.',
      text: '{{amount}} that we sent to {{account}} came back: {{reason}}',
    },
  },
  label_not_refunded: {
    to: 'Suppliers',
    title: 'Label not refunded',
    facts: 'none',
    placeholders: { order: ORDER, carrier: { label: 'Carrier', sample: 'UPS' } },
    closing: [],
    standard: {
      subject: 'A label of order {{order}} couldn’t be refunded',
      heading: 'A label couldn’t be refunded.',
      text: 'A {{carrier}} label for order {{order}} was bought and not used.',
    },
  },
  manual_refund: {
    to: 'Operators',
    title: 'Refund to pay by hand',
    facts: 'none',
    placeholders: {
      amount: AMOUNT,
      payment: PAYMENT,
      provider: { ...PROVIDER, label: 'Payment provider and method', sample: 'stripe (card)' },
    },
    closing: ['Its reference: re_…'],
    standard: {
      subject: 'A refund of {{amount}} needs your attention',
      heading: 'A refund needs to be paid by hand',
      text: '{{amount}} of {{payment}} should go back by {{provider}}, and has not.',
    },
  },
  dispute_inquiry: {
    ...DISPUTE,
    title: 'Bank asks about a payment',
    standard: {
      subject: 'A bank is asking about a payment: {{amount}}, {{payment}}',
      heading: 'A payer’s bank is asking about a payment',
      text: DISPUTE_TEXT,
    },
  },
  dispute_chargeback: {
    ...DISPUTE,
    title: 'Chargeback of a payment',
    standard: {
      subject: 'New chargeback: {{amount}}, {{payment}}',
      heading: 'A payer’s bank charged a payment back',
      text: DISPUTE_TEXT,
    },
  },
  dispute_returned: {
    ...DISPUTE,
    title: 'Dispute of a payment won',
    standard: {
      subject: 'A dispute was won: {{amount}}, {{payment}}',
      heading: 'A payer’s bank returned the money',
      text: DISPUTE_TEXT,
    },
  },
} as const satisfies Readonly<Record<string, EmailTemplate>>
