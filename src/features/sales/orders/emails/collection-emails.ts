import { toDeadlines } from '#core/deadlines.ts'
import { writeEmail } from '#core/emails/texts/email-texts.ts'
import { LINK_WARNING } from '#core/emails/texts/order-texts.ts'
import type { EmailContent } from '#features/messaging/notifications/service.ts'
import { buyerAction, type OrderEmailData, renderParcelRows } from './emails.ts'

// Emails about orders that their buyers collect.

/** Returns the email to the shopper about items ready to collect: where, when, and with which code. */
export function renderReadyToCollectEmail(data: OrderEmailData): EmailContent {
  const { purchase, supplier } = data.whole
  return {
    ...writeEmail(
      'ready_to_collect',
      { order: purchase.number, supplier: supplier.name },
      describeCollection(data),
    ),
    preview: `${supplier.name} has them ready for you.`,
    ...renderCollectionContent(data),
  }
}

/** Returns the email to the shopper about items that still wait to be collected. */
export function renderCollectionReminderEmail(data: OrderEmailData): EmailContent {
  const { purchase, supplier } = data.whole
  return {
    ...writeEmail(
      'collection_reminder',
      { order: purchase.number, supplier: supplier.name },
      describeCollection(data),
    ),
    preview: `${supplier.name} still has them ready for you.`,
    ...renderCollectionContent(data),
  }
}

/** Returns the email to the shopper after everything of one supplier was collected. */
export function renderCollectedEmail({ whole, publicUrl }: OrderEmailData): EmailContent {
  const { purchase, supplier } = whole
  return {
    ...writeEmail('order_collected', { order: purchase.number, supplier: supplier.name }, [
      `Not collected, or is something wrong? Open your order and tell us within ${toDeadlines(whole.order.deadlines).reportDays} days.`,
    ]),
    preview: `Order ${purchase.number}: we hope you like them.`,
    tables: [],
    action: buyerAction({ whole, publicUrl }),
    closing: [LINK_WARNING],
  }
}

function describeCollection({ whole, parcel }: OrderEmailData): string[] {
  return [
    `Where and when: ${parcel?.collectionNote ?? ''} (${whole.order.warehouse}).`,
    'Show the code below when you collect them. It confirms that you received them, so don’t share it before.',
    'If you have already collected them, confirm it on your order page.',
  ]
}

function renderCollectionContent(data: OrderEmailData) {
  const { purchase } = data.whole
  const { parcel } = data
  return {
    tables: [
      {
        title: 'Collect',
        rows: [
          { left: 'Your code', right: parcel?.collectionCode ?? '', strong: true },
          { left: 'Order', right: purchase.number },
        ],
      },
      { title: 'Items', rows: renderParcelRows(data) },
    ],
    action: buyerAction(data),
    closing: [LINK_WARNING],
  }
}
