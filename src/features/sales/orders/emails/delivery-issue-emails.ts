import { LINK_WARNING } from '#core/email-texts/order-texts.ts'
import { carrierTitle } from '#core/shipping/carriers.ts'
import type { EmailContent } from '#features/messaging/notifications/service.ts'
import type { DeliveryIssueKind } from '../lifecycle/delivery-issues.ts'
import { buyerAction, type OrderEmailData, supplierAction } from './emails.ts'

// Emails about parcels that carriers report as not arrived, although they are due.

/** Returns the email to the shopper about a parcel's delivery issue, and their options. */
export function renderDeliveryIssueEmail(data: OrderEmailData, kind: DeliveryIssueKind): EmailContent {
  const { purchase, supplier } = data.whole
  return {
    subject: `${ISSUE_TEXTS[kind].subject}: order ${purchase.number}`,
    preview: ISSUE_TEXTS[kind].matter,
    heading: ISSUE_TEXTS[kind].heading,
    paragraphs: [
      `${ISSUE_TEXTS[kind].matter} It is part of your order ${purchase.number} from ${supplier.name}.`,
      'We’ve asked the supplier to look into it. Until then your order doesn’t count as delivered and the supplier isn’t paid for it.',
      'If you don’t want to wait, open your order. There you can message the workshop or report a problem.',
    ],
    tables: renderTrackingTables(data),
    action: buyerAction(data),
    closing: [LINK_WARNING],
  }
}

/** Returns the email to the supplier about a parcel's delivery issue, and what they have to do. */
export function renderSupplierDeliveryIssueEmail(
  data: OrderEmailData,
  kind: DeliveryIssueKind,
): EmailContent {
  const { purchase, order } = data.whole
  return {
    subject: `${ISSUE_TEXTS[kind].subject}: order ${purchase.number}`,
    preview: ISSUE_TEXTS[kind].matter,
    heading: ISSUE_TEXTS[kind].heading,
    paragraphs: [
      `${ISSUE_TEXTS[kind].matter} It is part of order ${purchase.number}.`,
      ISSUE_TEXTS[kind].asked,
      'Until then the order doesn’t count as delivered, and its earnings aren’t paid out.',
    ],
    tables: renderTrackingTables(data),
    action: supplierAction(data),
    closing: [`Your reference: ${order.publicId}`],
  }
}

/** Returns the email to operators about a delivery issue that needs a decision. */
export function renderOperatorDeliveryIssueEmail(
  data: OrderEmailData,
  kind: DeliveryIssueKind,
): EmailContent {
  const { purchase, order, supplier } = data.whole
  return {
    subject: `${ISSUE_TEXTS[kind].subject}: order ${purchase.number} of ${supplier.name}`,
    preview: ISSUE_TEXTS[kind].matter,
    heading: ISSUE_TEXTS[kind].heading,
    paragraphs: [
      `${ISSUE_TEXTS[kind].matter} The supplier has been asked to look into it.`,
      'Meanwhile, the order isn’t marked as delivered automatically; we check it every week. You can move the order or refund it.',
    ],
    tables: renderTrackingTables(data),
    closing: [`Order: ${order.publicId}`],
  }
}

function renderTrackingTables({ parcel }: OrderEmailData): EmailContent['tables'] {
  const numbers = parcel?.trackings ?? []
  if (numbers.length === 0) return []
  return [
    {
      title: 'Tracking',
      rows: numbers.map(({ carrier, number }) => ({ left: carrierTitle(carrier), right: number })),
    },
  ]
}

const ISSUE_TEXTS: Readonly<
  Record<DeliveryIssueKind, Readonly<{ subject: string; heading: string; matter: string; asked: string }>>
> = {
  never_left: {
    subject: 'Not handed to the carrier',
    heading: 'The carrier hasn’t received this parcel yet.',
    matter: 'A parcel was announced to the carrier but not handed over.',
    asked: 'Hand it over, or cancel what you can’t ship and message the buyer.',
  },
  coming_back: {
    subject: 'Coming back',
    heading: 'A parcel is on its way back to its sender.',
    matter: 'The carrier reports that a parcel couldn’t be delivered and is on its way back to its sender.',
    asked: 'Message the buyer, and ship it again once the address is confirmed.',
  },
  on_its_way: {
    subject: 'Still on its way',
    heading: 'A parcel is taking longer than usual.',
    matter: 'The carrier reports that a parcel is still on its way.',
    asked: 'Ask the carrier where it is.',
  },
  uncollected: {
    subject: 'Not collected',
    heading: 'These items haven’t been collected.',
    matter: 'Items that are ready to collect are still waiting for their buyer.',
    asked:
      'If they were collected, enter the buyer’s code, or confirm it without one. Otherwise keep them safe. We’ll remind the buyer.',
  },
  overdue: {
    subject: 'Overdue',
    heading: 'A parcel is long overdue.',
    matter: 'The carrier reports that a parcel has been on its way for more than 60 days.',
    asked: 'Ask the carrier where it is, and message the buyer.',
  },
}
