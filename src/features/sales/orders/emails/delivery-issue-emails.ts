import type { EmailContent } from '#features/messaging/notifications/service.ts'
import type { DeliveryIssueKind } from '../lifecycle/delivery-issues.ts'
import { carrierTitle } from '../parcels/carriers.ts'
import { buyerAction, type OrderEmailData, LINK_WARNING, supplierAction } from './emails.ts'

// Letters about parcels that carriers say have not arrived, though it is time.

/** The letter to the shopper: what is the matter with a parcel, and what can be done. */
export function renderDeliveryIssueEmail(data: OrderEmailData, kind: DeliveryIssueKind): EmailContent {
  const { purchase, supplier } = data.whole
  return {
    subject: `${ISSUE_TEXTS[kind].subject}: order ${purchase.number}`,
    preview: ISSUE_TEXTS[kind].matter,
    heading: ISSUE_TEXTS[kind].heading,
    paragraphs: [
      `${ISSUE_TEXTS[kind].matter} It is part of your order ${purchase.number} from ${supplier.name}.`,
      'We have asked the supplier to see to it. Your order does not count as delivered meanwhile, and the supplier is not paid for it.',
      'If you do not want to wait, open your order: there you can write to the workshop, and say that something is wrong.',
    ],
    tables: renderTrackingTables(data),
    action: buyerAction(data),
    closing: [LINK_WARNING],
  }
}

/** The letter to the supplier: what is the matter with a parcel, and what is asked of it. */
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
      'The order does not count as delivered until then, and what it earned is not paid out.',
    ],
    tables: renderTrackingTables(data),
    action: supplierAction(data),
    closing: [`Your reference: ${order.publicId}`],
  }
}

/** The letter to the operator: somebody has to decide about an order. */
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
      `${ISSUE_TEXTS[kind].matter} The supplier was asked to see to it.`,
      'The order is not delivered by its timer while that is so: it is looked at again every week. You can move it, or give its money back.',
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
    heading: 'The carrier has not got this parcel yet.',
    matter: 'A parcel was announced to its carrier, but never handed over.',
    asked: 'Please hand it over, or cancel what you cannot send and write to the buyer.',
  },
  coming_back: {
    subject: 'Coming back',
    heading: 'A parcel is on its way back to its sender.',
    matter: 'As its carrier says, a parcel could not be delivered and is on its way back to its sender.',
    asked: 'Please write to the buyer, and send it again once the address is clear.',
  },
  on_its_way: {
    subject: 'Still on its way',
    heading: 'A parcel takes longer than usual.',
    matter: 'As its carrier says, a parcel is still on its way.',
    asked: 'Please ask the carrier where it is.',
  },
  uncollected: {
    subject: 'Not collected',
    heading: 'These items were not collected.',
    matter: 'Items that are ready to collect still wait for their buyer.',
    asked:
      'If they were collected, please enter the code that the buyer has shown, or say so without one; else keep them safe. We remind the buyer.',
  },
  overdue: {
    subject: 'Overdue',
    heading: 'A parcel is long overdue.',
    matter: 'A parcel has been on its way for more than 60 days, as its carrier says.',
    asked: 'Please ask the carrier where it is, and write to the buyer.',
  },
}
