import { queryPrepared, type Queryable } from '#database/database.ts'

/** A part of a payment: the carrier, and the amount in minor units. */
export type CarrierPaymentPart = Readonly<{ carrier: string; amount: number }>

/** A payment to a label provider, as stored. Amounts in minor units; `paidOn` is a day. */
export type CarrierPayment = Readonly<{
  id: number
  publicId: string
  provider: string
  reference: string
  paidOn: string
  bank: string
  currency: string
  amount: number
  adjustmentAmount: number
  adjustmentReason: string | null
  requestHash: string
  createdAt: Date
  reversedAt: Date | null
  reversalReason: string | null
  parts: readonly CarrierPaymentPart[]
}>

/** A new payment. */
export type NewCarrierPayment = Omit<CarrierPayment, 'id' | 'createdAt' | 'reversedAt' | 'reversalReason'> &
  Readonly<{ accountId: number; now: Date }>

/** Inserts a payment; returns undefined if an unreversed one has its reference. */
export async function insertCarrierPayment(
  tx: Queryable,
  payment: NewCarrierPayment,
): Promise<string | undefined> {
  const [inserted] = await queryPrepared<{ id: string }>(tx, INSERT_PAYMENT, [
    payment.publicId,
    payment.provider,
    payment.reference,
    payment.paidOn,
    payment.bank,
    payment.currency,
    payment.amount,
    payment.adjustmentAmount,
    payment.adjustmentReason,
    payment.requestHash,
    payment.accountId,
    payment.now,
    JSON.stringify(payment.parts),
  ])
  return inserted?.id
}

const INSERT_PAYMENT = {
  name: 'reconciliation_insert_carrier_payment',
  text: `
    with written as (
      insert into carrier_payments (public_id, provider, reference, paid_on, bank, currency, amount, adjustment_amount,
        adjustment_reason, request_hash, account_id, created_at)
      values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)
      on conflict (provider, reference) where reversed_at is null do nothing
      returning id, public_id),
    parts as (
      insert into carrier_payment_parts (payment_id, carrier, amount)
      select w.id, x.carrier, x.amount from written w cross join json_to_recordset($13) as x(carrier text, amount bigint))
    select public_id as id from written`,
}

const PAYMENT = `
  select p.id, p.public_id as "publicId", p.provider, p.reference, to_char(p.paid_on, 'YYYY-MM-DD') as "paidOn", p.bank,
    p.currency, p.amount, p.adjustment_amount as "adjustmentAmount", p.adjustment_reason as "adjustmentReason",
    p.request_hash as "requestHash", p.created_at as "createdAt", p.reversed_at as "reversedAt",
    p.reversal_reason as "reversalReason", coalesce((
      select json_agg(json_build_object('carrier', x.carrier, 'amount', x.amount) order by x.carrier)
      from carrier_payment_parts x where x.payment_id = p.id), '[]') as parts
  from carrier_payments p`

/** Returns the payment of this public id, locked until the transaction ends. */
export async function lockCarrierPayment(
  tx: Queryable,
  publicId: string,
): Promise<CarrierPayment | undefined> {
  const [found] = await queryPrepared<CarrierPayment>(tx, LOCK_PAYMENT, [publicId])
  return found
}

const LOCK_PAYMENT = {
  name: 'reconciliation_lock_carrier_payment',
  text: `${PAYMENT} where p.public_id = $1 for update of p`,
}

/** Returns the unreversed payment with a provider's reference. */
export async function findCarrierPayment(
  db: Queryable,
  { provider, reference }: Pick<CarrierPayment, 'provider' | 'reference'>,
): Promise<CarrierPayment | undefined> {
  const [found] = await queryPrepared<CarrierPayment>(db, FIND_PAYMENT, [provider, reference])
  return found
}

const FIND_PAYMENT = {
  name: 'reconciliation_find_carrier_payment',
  text: `${PAYMENT} where p.provider = $1 and p.reference = $2 and p.reversed_at is null`,
}

/**
 * Lists carrier payments of one provider or all, newest first. `before` is the public id of the last one of the
 * previous page.
 */
export async function listCarrierPayments(
  db: Queryable,
  filter: Readonly<{ provider: string | undefined; before: string | undefined; limit: number }>,
): Promise<CarrierPayment[]> {
  return queryPrepared(db, LIST_PAYMENTS, [filter.provider ?? null, filter.before ?? null, filter.limit])
}

const LIST_PAYMENTS = {
  name: 'reconciliation_list_carrier_payments',
  text: `${PAYMENT}
    where ($1::text is null or p.provider = $1)
      and ($2::text is null or p.id < (select id from carrier_payments where public_id = $2))
    order by p.id desc limit $3`,
}

/** Marks a payment as reversed. */
export async function markReversed(
  tx: Queryable,
  { id, reason, by, now }: Readonly<{ id: number; reason: string; by: number; now: Date }>,
): Promise<void> {
  await queryPrepared(tx, MARK_REVERSED, [id, reason, by, now])
}

const MARK_REVERSED = {
  name: 'reconciliation_note_carrier_payment_reversed',
  text: 'update carrier_payments set reversal_reason = $2, reversed_by = $3, reversed_at = $4 where id = $1',
}
