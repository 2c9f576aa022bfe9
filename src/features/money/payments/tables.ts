import { bigint, integer, jsonb, pgTable, text, timestamp } from 'drizzle-orm/pg-core'

const moment = (name: string) => timestamp(name, { withTimezone: true })
const key = () => bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity()
const cents = () => bigint({ mode: 'number' }).notNull()

/** Attempts to pay. `reference` is the caller's id of the purchase or top-up; payments know nothing of orders. */
export const payments = pgTable('payments', {
  id: key(),
  publicId: text('public_id').notNull(),
  reference: text().notNull(),
  provider: text().notNull(),
  providerRef: text('provider_ref'),
  method: text().notNull(),
  currency: text().notNull(),
  amount: cents(),
  state: text().$type<'created' | 'pending' | 'paid' | 'failed' | 'cancelled'>().notNull(),
  paymentUrl: text('payment_url'),
  pageClosedAt: moment('page_closed_at'),
  polls: integer().notNull().default(0),
  nextPollAt: moment('next_poll_at'),
  createdAt: moment('created_at').notNull(),
  updatedAt: moment('updated_at').notNull(),
})

/** Webhook events of providers with a valid signature, each stored once, before it is handled. */
export const paymentWebhookEvents = pgTable('payment_webhook_events', {
  id: key(),
  provider: text().notNull(),
  eventId: text('event_id').notNull(),
  body: text().notNull(),
  receivedAt: moment('received_at').notNull(),
  /** The provider's ID of a receipt that does not exist yet, and the event's content. */
  awaitedReceiptId: text('awaited_receipt_id'),
  word: jsonb(),
})

/**
 * Money that a provider has received. Unapplied receipts belong to nothing payable, until they are refunded or matched.
 */
export const receipts = pgTable('receipts', {
  id: key(),
  paymentId: bigint('payment_id', { mode: 'number' }).notNull(),
  provider: text().notNull(),
  externalId: text('external_id').notNull(),
  currency: text().notNull(),
  amount: cents(),
  state: text().$type<'applied' | 'unapplied'>().notNull(),
  reason: text(),
  receivedAt: moment('received_at').notNull(),
})
