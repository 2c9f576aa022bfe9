import type { EmailContent } from '#features/messaging/notifications/service.ts'
import { buyerAction, type OrderEmailData, renderParcelRows, LINK_WARNING } from './emails.ts'

// Emails about orders that their buyers collect.

/** Returns the email to the shopper about items ready to collect: where, when, and by which code. */
export function renderReadyToCollectEmail(data: OrderEmailData): EmailContent {
  const { purchase, supplier } = data.whole
  return {
    subject: `Ready to collect: items of your order ${purchase.number}`,
    preview: `${supplier.name} has them ready for you.`,
    heading: 'Your items are ready to collect.',
    ...renderCollectionContent(data),
  }
}

/** Returns the email to the shopper about items that still wait to be collected. */
export function renderCollectionReminderEmail(data: OrderEmailData): EmailContent {
  const { purchase, supplier } = data.whole
  return {
    subject: `Reminder: items of your order ${purchase.number} are ready to collect`,
    preview: `${supplier.name} still has them ready for you.`,
    heading: 'Your items are waiting for you.',
    ...renderCollectionContent(data),
  }
}

/** Returns the email to the shopper after everything of one supplier was collected. */
export function renderCollectedEmail({ whole, publicUrl }: OrderEmailData): EmailContent {
  const { purchase, supplier } = whole
  return {
    subject: `Collected: your items from ${supplier.name}`,
    preview: `Order ${purchase.number}: we hope you like them.`,
    heading: 'Your items are collected.',
    paragraphs: [
      `As far as we know, everything from ${supplier.name} in your order ${purchase.number} was collected. We hope you like it.`,
      'Not collected, or is something wrong? Open your order and tell us within 30 days.',
    ],
    tables: [],
    action: buyerAction({ whole, publicUrl }),
    closing: [LINK_WARNING],
  }
}

function renderCollectionContent(data: OrderEmailData) {
  const { purchase, supplier, order } = data.whole
  const { parcel } = data
  return {
    paragraphs: [
      `${supplier.name} has items of your order ${purchase.number} ready for you.`,
      `Where and when: ${parcel?.collectionNote ?? ''} (${order.warehouse}).`,
      'Show the code below when you collect them. It confirms that you received them, so don’t share it before.',
      'If you have already collected them, confirm it on your order page.',
    ],
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
