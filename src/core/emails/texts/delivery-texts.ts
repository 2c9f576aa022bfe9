import type { EmailTemplate } from './email-template.ts'
import { LINK_WARNING } from './order-texts.ts'

const ORDER = { label: 'Order number', sample: '100482', isRequired: true } as const
const SUPPLIER = { label: 'Name of the supplier', sample: 'Kobe Pearl Works' } as const

type Issue = Readonly<{ title: string; heading: string; matter: string }>

const NEVER_LEFT: Issue = {
  title: 'Not handed to the carrier',
  heading: 'The carrier hasn’t received this parcel yet.',
  matter: 'A parcel was announced to the carrier but not handed over.',
}
const COMING_BACK: Issue = {
  title: 'Coming back',
  heading: 'A parcel is on its way back to its sender.',
  matter: 'The carrier reports that a parcel couldn’t be delivered and is on its way back to its sender.',
}
const OVERDUE: Issue = {
  title: 'Overdue',
  heading: 'A parcel is long overdue.',
  matter: 'The carrier reports that a parcel has been on its way for more than 60 days.',
}
const UNCOLLECTED: Issue = {
  title: 'Not collected',
  heading: 'These items haven’t been collected.',
  matter: 'Items that are ready to collect are still waiting for their buyer.',
}

const SHOPPERS = {
  to: 'Shoppers',
  facts: 'link',
  action: 'Follow your order',
  closing: [LINK_WARNING],
  placeholders: { order: ORDER, supplier: SUPPLIER },
} as const

function tellShopper({ title, heading, matter }: Issue) {
  const text = `${matter} It is part of your order {{order}} from {{supplier}}.\n\nWe’ve asked the supplier to look into it. Until then your order doesn’t count as delivered and the supplier isn’t paid for it.\n\nIf you don’t want to wait, open your order. There you can message the workshop or report a problem.`
  return { ...SHOPPERS, title, standard: { subject: `${title}: order {{order}}`, heading, text } }
}

const SUPPLIERS = {
  to: 'Suppliers',
  facts: 'link',
  action: 'View order',
  closing: ['Your reference: so_…'],
  placeholders: { order: ORDER },
} as const

function tellSupplier({ title, heading, matter }: Issue, request: string) {
  const text = `${matter} It is part of order {{order}}.\n\n${request}\n\nUntil then the order doesn’t count as delivered, and its earnings aren’t paid out.`
  return { ...SUPPLIERS, title, standard: { subject: `${title}: order {{order}}`, heading, text } }
}

const OPERATORS = {
  to: 'Operators',
  facts: 'none',
  closing: ['Order: so_…'],
  placeholders: { order: ORDER, supplier: SUPPLIER },
} as const

function tellOperators({ title, heading, matter }: Issue) {
  const subject = `${title}: order {{order}} of {{supplier}}`
  const text = `${matter} The supplier has been asked to look into it.\n\nMeanwhile, the order isn’t marked as delivered automatically; we check it every week. You can move the order or refund it.`
  return { ...OPERATORS, title, standard: { subject, heading, text } }
}

/** The emails about parcels that carriers report as not arrived, and about orders without an answer. */
export const DELIVERY_TEXTS = {
  never_left_shopper: tellShopper(NEVER_LEFT),
  coming_back_shopper: tellShopper(COMING_BACK),
  overdue_shopper: tellShopper(OVERDUE),
  never_left_supplier: tellSupplier(
    NEVER_LEFT,
    'Hand it over, or cancel what you can’t ship and message the buyer.',
  ),
  coming_back_supplier: tellSupplier(
    COMING_BACK,
    'Message the buyer, and ship it again once the address is confirmed.',
  ),
  overdue_supplier: tellSupplier(OVERDUE, 'Ask the carrier where it is, and message the buyer.'),
  uncollected_supplier: tellSupplier(
    UNCOLLECTED,
    'If they were collected, enter the buyer’s code, or confirm it without one. Otherwise keep them safe. We’ll remind the buyer.',
  ),
  never_left_operators: tellOperators(NEVER_LEFT),
  coming_back_operators: tellOperators(COMING_BACK),
  overdue_operators: tellOperators(OVERDUE),
  uncollected_operators: tellOperators(UNCOLLECTED),
  unanswered_order: {
    ...OPERATORS,
    title: 'Order without an answer',
    placeholders: {
      order: ORDER,
      supplier: SUPPLIER,
      waited: { label: 'How long it has waited', sample: '24 hours' },
      left: { label: 'How long is left', sample: '24 hours', isRequired: true },
    },
    standard: {
      subject: 'No answer: order {{order}} of {{supplier}}',
      heading: 'A supplier hasn’t responded.',
      text: '{{supplier}} has had order {{order}} for {{waited}} without accepting or rejecting it.\n\nWithout an answer within another {{left}}, the order is cancelled and the buyer is refunded.',
    },
  },
} as const satisfies Readonly<Record<string, EmailTemplate>>
