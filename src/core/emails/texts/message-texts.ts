import type { EmailTemplate } from './email-template.ts'

const MESSAGES = { label: 'How many messages', sample: '2 new messages', isRequired: true } as const
const STORE = { label: 'Name of the supplier', sample: 'Kobe Pearl Works' } as const
const PRODUCTS = { label: 'Name of the product, or how many', sample: 'Tide ring', isRequired: true } as const

const UNREAD = {
  to: 'Account holders',
  facts: 'items',
  action: 'Read and reply',
  closing: [
    'You receive this email because you have unread messages. We send at most one a day until you have read them.',
  ],
} as const

const REVIEW = {
  to: 'Suppliers',
  facts: 'items',
  action: 'See your products',
  closing: [],
  placeholders: { products: PRODUCTS },
} as const

/** The emails about conversations, contact messages, wishlists, reviewed products and webhooks. */
export const MESSAGE_TEXTS = {
  unread_messages_from: {
    ...UNREAD,
    title: 'Unread messages of one sender',
    placeholders: {
      messages: MESSAGES,
      sender: { label: 'Name of the sender', sample: 'Mei Tanaka', isRequired: true },
    },
    standard: {
      subject: 'You have {{messages}} from {{sender}}',
      heading: 'You have {{messages}}.',
      text: 'Reply to keep the conversation going.',
    },
  },
  unread_messages: {
    ...UNREAD,
    title: 'Unread messages of several senders',
    placeholders: { messages: MESSAGES },
    standard: {
      subject: 'You have {{messages}}',
      heading: 'You have {{messages}}.',
      text: 'Reply to keep the conversation going.',
    },
  },
  chat_message_removed: {
    to: 'Account holders',
    title: 'Message removed by an operator',
    facts: 'quote',
    placeholders: { recipient: { label: 'Who got the message', sample: 'Kobe Pearl Works' } },
    closing: ['If you think this is a mistake, reply to this email.'],
    standard: {
      subject: 'One of your messages was removed',
      heading: 'One of your messages was removed',
      text: 'We removed a message that you sent to {{recipient}} because it breaks our rules. It’s no longer visible.',
    },
  },
  wishlist_updates: {
    to: 'Account holders',
    title: 'Wishlist alert',
    facts: 'products',
    action: 'Open your wishlist',
    placeholders: {
      updates: { label: 'What has changed', sample: 'Price drop: Tide ring', isRequired: true },
    },
    closing: [
      'Prices and stock may have changed since we sent this email. Manage alerts for each product on your wishlist. Turn off all alerts with one click:',
    ],
    standard: {
      subject: '{{updates}}',
      heading: 'Updates to your wishlist',
      text: 'You asked for alerts about these products.',
    },
  },
  webhook_paused: {
    to: 'Account holders',
    title: 'Webhook endpoint paused',
    facts: 'link',
    action: 'Open your dashboard',
    placeholders: {
      endpoint: { label: 'URL of the endpoint', sample: 'https://example.com/webhooks', isRequired: true },
    },
    closing: [],
    standard: {
      subject: 'We paused one of your webhook endpoints',
      heading: 'A webhook endpoint is paused',
      text: 'We no longer send webhooks to {{endpoint}}.',
    },
  },
  chat_message: {
    to: 'Suppliers',
    title: 'Message to a supplier without an account',
    facts: 'quote',
    placeholders: { store: STORE },
    closing: ['Use this address only to reply.'],
    standard: {
      subject: 'A message for {{store}}',
      heading: 'New message for your store',
      text: 'A shopper sent you a message. Reply to this email to answer them.',
    },
  },
  store_question: {
    to: 'Suppliers',
    title: 'Contact message about a supplier',
    facts: 'quote',
    placeholders: { store: STORE },
    closing: ['Use this address only to reply.'],
    standard: {
      subject: 'A question for {{store}}',
      heading: 'New question about your store',
      text: 'A visitor of the marketplace sent you this message. Reply to this email to answer them. Our support team has received it too.',
    },
  },
  product_approved: {
    ...REVIEW,
    title: 'Products approved',
    closing: ['You don’t need to do anything.'],
    standard: {
      subject: 'Approved: {{products}}',
      heading: 'Approved: {{products}}',
      text: 'Our review is complete. Buyers now see your published products on the marketplace.',
    },
  },
  product_refused: {
    ...REVIEW,
    title: 'Products not approved',
    closing: ['Change the product, and we’ll review it again.'],
    standard: {
      subject: 'Not approved: {{products}}',
      heading: 'Not approved: {{products}}',
      text: 'We reviewed this and can’t list it as it is. The reason is below.',
    },
  },
  product_hidden: {
    ...REVIEW,
    title: 'Products hidden',
    closing: ['If you think this is a mistake, reply to this email.'],
    standard: {
      subject: 'Hidden: {{products}}',
      heading: 'Hidden: {{products}}',
      text: 'Buyers no longer see this on the marketplace. Existing orders continue. The reason is below.',
    },
  },
  product_shown: {
    ...REVIEW,
    title: 'Products shown again',
    closing: ['You don’t need to do anything.'],
    standard: {
      subject: 'Shown again: {{products}}',
      heading: 'Shown again: {{products}}',
      text: 'Buyers see your published products on the marketplace again.',
    },
  },
  newsletter_issue: {
    to: 'Subscribers',
    title: 'Newsletter: monthly issue',
    facts: 'products',
    action: 'Shop new products',
    placeholders: {
      month: { label: 'Month of the products', sample: 'October' },
      products: { label: 'How many products it shows', sample: '12 new products, with their suppliers.' },
    },
    closing: [
      'Prices may have changed since we sent this email. You receive it once a month because you subscribed to our newsletter. Unsubscribe with one click:',
    ],
    standard: {
      subject: 'New products of {{month}}',
      heading: 'New in {{month}}',
      text: '{{products}}',
    },
  },
  chat_message_forward: {
    to: 'Operators',
    title: 'Message to a supplier without an address',
    facts: 'quote',
    placeholders: { store: { ...STORE, isRequired: true } },
    closing: ['Use this address only to reply.'],
    standard: {
      subject: 'A message for {{store}}',
      heading: 'New message for your store',
      text: 'A shopper sent a message to {{store}}, which has no email address. Please forward it.',
    },
  },
  conversation_reported: {
    to: 'Operators',
    title: 'Conversation reported',
    facts: 'quote',
    action: 'Read the conversation',
    placeholders: {
      reason: { label: 'Reason', sample: 'fraud', isRequired: true },
      reporter: { label: 'Who reported it', sample: 'Mei Tanaka (mei@example.com)' },
    },
    closing: ['You may read only conversations that were reported.'],
    standard: {
      subject: 'Reported conversation: {{reason}}',
      heading: 'A conversation was reported',
      text: '{{reporter}} reported a conversation.',
    },
  },
  contact_message: {
    to: 'Operators',
    title: 'Contact message',
    facts: 'quote',
    action: 'Answer message',
    placeholders: { sender: { label: 'Name of the sender', sample: 'Mei Tanaka', isRequired: true } },
    closing: ['We promised a response within 24 hours.'],
    standard: {
      subject: 'Message from {{sender}}',
      heading: 'New contact message',
      text: 'This message came through the contact form. Answer it in your inbox, where the other operators see the answer too.',
    },
  },
} as const satisfies Readonly<Record<string, EmailTemplate>>
