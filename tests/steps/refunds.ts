import { sql } from 'drizzle-orm'
import { rows } from '#database/database.ts'
import {
  auditLedger,
  payoutConfirmedPosting,
  payoutSentPosting,
  post,
  readBalances,
} from '#features/money/ledger/service.ts'
import { inTransaction } from '#database/transaction.ts'
import { LEDGER_CHECKS } from '#main/wiring/ledger-checks.ts'
import { personSignedIn } from '../shop/people.ts'
import type { Answer, TestShop } from '../shop/shop.ts'
import type { MadeOrder } from './supplier-orders.ts'

/** What an operator, who has just signed in, asks of the shop. */
export async function asOperator(shop: TestShop, path: string, body?: object): Promise<Answer> {
  const { headers } = await personSignedIn(shop.db, shop.now(), { type: 'operator' })
  return body ? shop.post(path, body, headers) : shop.get(path, headers)
}

let keys = 0

/** An operator gives money of an order back; `what` is what of it. */
export function refundBy(made: MadeOrder, what: object, more: object = {}): Promise<Answer> {
  keys += 1
  const body = { what, reason: 'So it was agreed', idempotencyKey: `refund-${keys}`, ...more }
  return asOperator(made.shop, `/supplier/orders/${made.id}/refunds`, body)
}

/** All refunds, oldest first. */
export function allRefunds(shop: TestShop) {
  return rows<{ id: string; amount: number; state: string; problem: string | null }>(
    shop.db,
    sql`select public_id as id, amount, state, problem from refund_requests r order by r.id`,
  )
}

/** What the sandbox provider has given back, in cents and how often. */
export async function givenBySandbox(shop: TestShop) {
  const [given] = await rows<{ times: number; amount: number }>(
    shop.db,
    sql`select count(*) as times, coalesce(sum(amount), 0)::bigint as amount from sandbox_refunds`,
  )
  return given
}

/** What a supplier is owed and owes, in cents. */
export async function supplierOf({ shop, supplier }: MadeOrder) {
  const place = (account: 'supplier_available' | 'supplier_receivable') =>
    ({ account, subledger: supplier.publicId, currency: 'USD' }) as const
  const [available, owes] = await readBalances(shop.db, [
    place('supplier_available'),
    place('supplier_receivable'),
  ])
  return { available, owes }
}

/** Pays everything out that a supplier may be paid. */
export async function payOut({ shop, supplier }: MadeOrder, payoutId: string): Promise<void> {
  const place = { account: 'supplier_available', subledger: supplier.publicId, currency: 'USD' } as const
  const [amount = 0] = await readBalances(shop.db, [place])
  const payout = { payoutId, supplier: supplier.publicId, currency: 'USD', amount }
  await inTransaction(shop.db, async (tx) => {
    await post(tx, payoutSentPosting(payout), shop.now())
    await post(tx, payoutConfirmedPosting({ ...payout, from: { bank: 'main' } }), shop.now())
  })
}

/** The rules of the books that do not hold, in words; none where all is well. */
export async function brokenRules(shop: TestShop): Promise<string[]> {
  const { audited } = await auditLedger(shop.db, { further: LEDGER_CHECKS, most: 5 })
  return audited.flatMap(({ name, inWords }) => inWords.map((words) => `${name}: ${words}`))
}

/** What the books say that the provider has of all our money, in cents. */
export async function clearing(shop: TestShop, subledger = 'sandbox/vm') {
  const place = { account: 'provider_clearing', subledger, currency: 'USD' } as const
  return (await readBalances(shop.db, [place]))[0]
}

/** Asks providers for the refunds that are due, as the timer does each minute. */
export async function dueRefunds(shop: TestShop): Promise<void> {
  await shop.app.jobs.enqueue(shop.db, { job: 'refunds.send_due', input: {} })
  await shop.work()
}

/** The public ids of a purchase's supplier orders, in the order they were made. */
export async function partIds(shop: Pick<TestShop, 'db'>, purchaseId: string): Promise<string[]> {
  const found = await rows<{ id: string }>(
    shop.db,
    sql`select o.public_id as id from supplier_orders o join purchases p on p.id = o.purchase_id
        where p.public_id = ${purchaseId} order by o.id`,
  )
  return found.map(({ id }) => id)
}

/** What the books say that has gone through the provider, against what the provider's own books say. */
export async function providerDiffers(shop: TestShop): Promise<number> {
  const [asked] = await rows<{ amount: number }>(
    shop.db,
    sql`select coalesce(sum(amount), 0)::bigint as amount from refund_requests where actor <> 'provider' and state = 'done'`,
  )
  const given = await givenBySandbox(shop)
  return (asked?.amount ?? 0) - (given?.amount ?? 0)
}

/** What is left at the provider by the books, less what came, went back and was taken. */
export async function clearingDiffers(shop: TestShop): Promise<number> {
  const [found] = await rows<{ left: number }>(
    shop.db,
    sql`select ((select sum(amount) from receipts)
      - (select coalesce(sum(amount), 0) from refund_requests where state <> 'undone')
      - (select coalesce(sum(amount), 0) from chargeback_parts where not is_returned)
      - (select coalesce(sum(unapplied_amount + loss_amount), 0) from chargebacks where state in ('open', 'lost')))::bigint
        as left`,
  )
  return ((await clearing(shop)) ?? 0) - (found?.left ?? 0)
}

/** How often something that was to happen by itself could not: what fails there is tried again for ever. */
export async function stuck({ shop, id }: MadeOrder): Promise<number> {
  const [found] = await rows<{ failures: number }>(
    shop.db,
    sql`select coalesce(sum(failures), 0)::int as failures from (
        select t.failures, t.supplier_order_id as id from order_timers t
        union all
        select t.failures, c.supplier_order_id from case_timers t join cases c on c.id = t.case_id) t
      join supplier_orders o on o.id = t.id where o.public_id = ${id}`,
  )
  return found?.failures ?? 0
}
