import type { EmailTemplate } from './email-template.ts'

const ORDER = { label: 'Order number', sample: '100482', isRequired: true } as const
const SUPPLIER = { label: 'Name of the supplier', sample: 'Kobe Pearl Works' } as const
const AMOUNT = { label: 'Amount', sample: '$129.00', isRequired: true } as const

/** The warning in emails with the link to an order. */
export const LINK_WARNING = 'This link opens your order without a password. Don’t share it.'

const SHOPPER = { to: 'Shoppers', action: 'Follow your order', closing: [LINK_WARNING] } as const
const SUPPLIERS = { to: 'Suppliers', action: 'View order', closing: ['Your reference: so_…'] } as const

/** The emails about orders. */
export const ORDER_TEXTS = {
  order_confirmed: {
    ...SHOPPER,
    title: 'Order confirmed',
    facts: 'items',
    placeholders: { order: ORDER, firstName: { label: 'First name of the buyer', sample: 'Mei' } },
    standard: {
      subject: 'Your order {{order}} is confirmed',
      heading: 'Thank you, {{firstName}}.',
      text: 'Your payment arrived and your order {{order}} goes to the workshops that make your items.',
    },
  },
  order_link: {
    ...SHOPPER,
    title: 'Link to an order',
    facts: 'link',
    action: 'View your order',
    placeholders: { order: ORDER, firstName: { label: 'First name of the buyer', sample: 'Mei' } },
    standard: {
      subject: 'The link to your order {{order}}',
      heading: 'Hello {{firstName}},',
      text: 'Here is the link to your order that you asked for. It shows the progress of your items and what you can do.',
    },
  },
  order_shipped: {
    ...SHOPPER,
    title: 'Parcel shipped',
    facts: 'items',
    placeholders: { order: ORDER, supplier: SUPPLIER },
    standard: {
      subject: 'On its way: a parcel of your order {{order}}',
      heading: 'A parcel is on its way.',
      text: '{{supplier}} has sent a parcel of your order {{order}}.',
    },
  },
  order_unshipped: {
    ...SHOPPER,
    title: 'Parcel not shipped yet',
    facts: 'link',
    placeholders: { order: ORDER, supplier: SUPPLIER },
    standard: {
      subject: 'Not on its way yet: a parcel of your order {{order}}',
      heading: 'A parcel is not on its way yet.',
      text: '{{supplier}} has cancelled a shipping label for your order {{order}}. The items will ship with a new label, and the earlier tracking number is no longer valid.\n\nWe’ll email you as soon as the parcel is on its way.',
    },
  },
  order_delivered: {
    ...SHOPPER,
    title: 'Order delivered',
    facts: 'link',
    placeholders: { order: ORDER, supplier: SUPPLIER },
    standard: {
      subject: 'Arrived: your items from {{supplier}}',
      heading: 'Your items have arrived.',
      text: 'As far as we know, everything from {{supplier}} in your order {{order}} has arrived. We hope you like it.',
    },
  },
  ready_to_collect: {
    ...SHOPPER,
    title: 'Ready to collect',
    facts: 'items',
    placeholders: { order: ORDER, supplier: SUPPLIER },
    standard: {
      subject: 'Ready to collect: items of your order {{order}}',
      heading: 'Your items are ready to collect.',
      text: '{{supplier}} has items of your order {{order}} ready for you.',
    },
  },
  collection_reminder: {
    ...SHOPPER,
    title: 'Collection reminder',
    facts: 'items',
    placeholders: { order: ORDER, supplier: SUPPLIER },
    standard: {
      subject: 'Reminder: items of your order {{order}} are ready to collect',
      heading: 'Your items are waiting for you.',
      text: '{{supplier}} has items of your order {{order}} ready for you.',
    },
  },
  order_collected: {
    ...SHOPPER,
    title: 'Order collected',
    facts: 'link',
    placeholders: { order: ORDER, supplier: SUPPLIER },
    standard: {
      subject: 'Collected: your items from {{supplier}}',
      heading: 'Your items are collected.',
      text: 'As far as we know, everything from {{supplier}} in your order {{order}} was collected. We hope you like it.',
    },
  },
  order_cancelled: {
    ...SHOPPER,
    title: 'Items cancelled',
    facts: 'items',
    placeholders: { order: ORDER, supplier: SUPPLIER },
    standard: {
      subject: 'Cancelled: items of your order {{order}}',
      heading: 'This part of your order was cancelled.',
      text: 'These items from {{supplier}} in your order {{order}} won’t be shipped.',
    },
  },
  cancellation_declined: {
    ...SHOPPER,
    title: 'Cancellation declined',
    facts: 'link',
    placeholders: { order: ORDER, supplier: SUPPLIER },
    standard: {
      subject: 'Not cancelled: your order {{order}} continues',
      heading: 'Your order continues.',
      text: 'You asked to cancel items from {{supplier}} in your order {{order}}. That was no longer possible, so they will be shipped.',
    },
  },
  refund_sent: {
    ...SHOPPER,
    title: 'Refund sent',
    facts: 'link',
    action: 'See your order',
    placeholders: { order: ORDER, supplier: SUPPLIER, amount: AMOUNT },
    standard: {
      subject: 'Refund of {{amount}} for your order {{order}}',
      heading: 'Your refund is on its way.',
      text: 'We’ve refunded {{amount}} for your items from {{supplier}} in order {{order}}.',
    },
  },
  new_order: {
    ...SUPPLIERS,
    title: 'New order',
    facts: 'items',
    placeholders: {
      order: ORDER,
      items: { label: 'Number of items', sample: '2 items' },
      warehouse: { label: 'Warehouse', sample: 'Kobe workshop', isRequired: true },
    },
    standard: {
      subject: 'New order {{order}}: {{items}} to prepare',
      heading: 'A paid order for you',
      text: 'Order {{order}} is paid. Prepare these items at {{warehouse}}.',
    },
  },
  supplier_order_cancelled: {
    ...SUPPLIERS,
    title: 'Items cancelled',
    facts: 'items',
    placeholders: { order: ORDER },
    standard: {
      subject: 'Cancelled: order {{order}}. Don’t ship it',
      heading: 'Don’t ship these items',
      text: 'The items of order {{order}} that weren’t shipped are cancelled.',
    },
  },
  cancellation_requested: {
    ...SUPPLIERS,
    title: 'Cancellation requested',
    facts: 'link',
    placeholders: { order: ORDER },
    standard: {
      subject: 'Can order {{order}} still be cancelled?',
      heading: 'Cancellation request',
      text: 'The buyer of order {{order}} would like to cancel the items that haven’t shipped.',
    },
  },
  cancellation_withdrawn: {
    ...SUPPLIERS,
    title: 'Cancellation withdrawn',
    facts: 'link',
    placeholders: { order: ORDER },
    standard: {
      subject: 'Order {{order}} continues: cancellation withdrawn',
      heading: 'This order continues',
      text: 'The buyer has withdrawn the request to cancel order {{order}}. Please ship the rest.',
    },
  },
  answer_reminder: {
    ...SUPPLIERS,
    title: 'Reminder to answer an order',
    facts: 'link',
    placeholders: {
      order: ORDER,
      waited: { label: 'How long it has waited', sample: '24 hours' },
      left: { label: 'How long is left', sample: '24 hours', isRequired: true },
    },
    standard: {
      subject: 'Order {{order}} is waiting for you',
      heading: 'This order is waiting for you',
      text: 'Order {{order}} has waited {{waited}} for your answer. Accept it, or say what you can’t ship.\n\nWithout an answer within another {{left}}, it is cancelled and the buyer is refunded.',
    },
  },
  supplier_order_refunded: {
    to: 'Suppliers',
    closing: ['Your reference: so_…'],
    title: 'Order refunded',
    facts: 'none',
    placeholders: { order: ORDER, amount: AMOUNT },
    standard: {
      subject: 'Refund of {{amount}} on order {{order}}',
      heading: 'An order was refunded',
      text: 'We’ve refunded {{amount}} of order {{order}} to the buyer.',
    },
  },
} as const satisfies Readonly<Record<string, EmailTemplate>>
