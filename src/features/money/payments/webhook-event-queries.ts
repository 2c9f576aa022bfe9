import { queryPrepared, type Queryable } from '#database/database.ts'
import type { PaymentWebhookContent, ProviderDispute } from './port.ts'
import type { paymentWebhookEvents } from './tables.ts'

/** A webhook event to store: the provider's id of the event, and the stored content. */
export type NewWebhookEvent = Pick<
  typeof paymentWebhookEvents.$inferSelect,
  'provider' | 'eventId' | 'body' | 'receivedAt'
>

/** Inserts a webhook event, once. */
export async function insertWebhookEvent(
  db: Queryable,
  { provider, eventId, body, receivedAt }: NewWebhookEvent,
): Promise<void> {
  await queryPrepared(db, INSERT_EVENT, [provider, eventId, body, receivedAt])
}

const INSERT_EVENT = {
  name: 'payments_insert_webhook',
  text: `
    insert into payment_webhook_events (provider, event_id, body, received_at) values ($1, $2, $3, $4)
    on conflict do nothing`,
}

/** A webhook event's report of a refund or dispute. */
export type RefundOrDisputeContent = Extract<PaymentWebhookContent, { about: 'refund' | 'dispute' }>

/** Defers a stored webhook event until its receipt exists. */
export async function deferWebhookEvent(
  db: Queryable,
  { provider, eventId, word }: Readonly<{ provider: string; eventId: string; word: RefundOrDisputeContent }>,
): Promise<void> {
  const { receiptId } = word.about === 'refund' ? word.refund : word.dispute
  await queryPrepared(db, DEFER_EVENT, [provider, eventId, receiptId, JSON.stringify(word)])
}

const DEFER_EVENT = {
  name: 'payments_keep_waiting',
  text: `update payment_webhook_events set awaited_receipt_id = $3, content = $4::jsonb where provider = $1 and event_id = $2`,
}

/** A deferred webhook event whose receipt exists now. */
export type DeferredWebhookEvent = Readonly<{ id: number; provider: string; word: RefundOrDisputeContent }>

/** Lists deferred webhook events whose receipt exists now, in order of arrival. */
export async function listReadyWebhookEvents(db: Queryable, limit: number): Promise<DeferredWebhookEvent[]> {
  const found = await queryPrepared<DeferredWebhookEvent>(db, LIST_READY, [limit])
  return found.map((webhookEvent) => ({ ...webhookEvent, word: reviveDates(webhookEvent.word) }))
}

const LIST_READY = {
  name: 'payments_list_received',
  text: `
    select n.id, n.provider, n.content as "word" from payment_webhook_events n
    where n.awaited_receipt_id is not null
      and exists (select from receipts r where r.provider = n.provider and r.external_id = n.awaited_receipt_id)
    order by n.id limit $1`,
}

/** Restores the dates of a stored event: JSON has no dates, so a dispute's are strings. */
function reviveDates(content: RefundOrDisputeContent): RefundOrDisputeContent {
  if (content.about === 'refund') return content
  const { respondBy }: { respondBy?: ProviderDispute['respondBy'] | string } = content.dispute
  return {
    ...content,
    dispute: { ...content.dispute, respondBy: respondBy ? new Date(respondBy) : undefined },
  }
}

/** Marks a deferred webhook event as done. */
export async function completeDeferredEvent(db: Queryable, id: number): Promise<void> {
  await queryPrepared(db, COMPLETE_DEFERRED, [id])
}

const COMPLETE_DEFERRED = {
  name: 'payments_end_waiting',
  text: `update payment_webhook_events set awaited_receipt_id = null, content = null where id = $1`,
}

/**
 * Deletes webhook events older than 18 months; returns how many. Banks may dispute a card payment up to 540 days after
 * it, which is just within that. Receipts, refunds and disputes have rows of their own, which stay.
 */
export async function deleteOldWebhookEvents(db: Queryable, now: Date): Promise<number> {
  const [{ forgotten } = { forgotten: 0 }] = await queryPrepared<{ forgotten: number }>(
    db,
    DELETE_OLD_EVENTS,
    [now],
  )
  return forgotten
}

const DELETE_OLD_EVENTS = {
  name: 'payments_delete_old_webhooks',
  text: `
    with gone as (
      delete from payment_webhook_events where received_at < $1::timestamptz - interval '18 months' returning 1)
    select count(*)::int as forgotten from gone`,
}
