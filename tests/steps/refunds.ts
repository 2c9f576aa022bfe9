import { sql } from 'drizzle-orm'
import { queryRows } from '#database/database.ts'
import {
  auditLedger,
  payoutConfirmedPosting,
  payoutSentPosting,
  post,
  readBalances,
} from '#features/money/ledger/service.ts'
import { inTransaction } from '#database/transaction.ts'
import { refreshAllSummaries } from '#features/stores/shop-orders/service.ts'
import { LEDGER_CHECKS } from '#main/wiring/ledger-checks.ts'
import { createSignedInAccount } from '../shop/accounts.ts'
import type { ApiResponse, TestShop } from '../shop/shop.ts'
import type { CreatedOrder } from './supplier-orders.ts'

/** Makes a call as an operator with a new sign-in. */
export async function asOperator(shop: TestShop, path: string, body?: object): Promise<ApiResponse> {
  const { headers } = await createSignedInAccount(shop.db, shop.now(), { type: 'operator' })
  return body ? shop.post(path, body, headers) : shop.get(path, headers)
}

let keyCount = 0

/** Refunds an order as an operator; `what` selects the amount. */
export function refundAsOperator(
  created: CreatedOrder,
  refundBody: object,
  overrides: object = {},
): Promise<ApiResponse> {
  keyCount += 1
  const body = {
    what: refundBody,
    reason: 'So it was agreed',
    idempotencyKey: `refund-${keyCount}`,
    ...overrides,
  }
  return asOperator(created.shop, `/supplier/orders/${created.id}/refunds`, body)
}

/** Returns all refunds, oldest first. */
export function readAllRefunds(shop: TestShop) {
  return queryRows<{ id: string; amount: number; state: string; problem: string | null }>(
    shop.db,
    sql`select r.public_id as id, r.amount, r.state, case when r.state <> 'done' then e.message end as problem
        from refund_requests r left join effects e on e.kind = 'refunds.send' and e.subject = r.public_id order by r.id`,
  )
}

/** Returns the refunds of the sandbox provider, in cents and how often. */
export async function readSandboxRefunds(shop: TestShop) {
  const [sandboxRefunds] = await queryRows<{ times: number; amount: number }>(
    shop.db,
    sql`select count(*) as times, coalesce(sum(amount), 0)::bigint as amount from sandbox_refunds`,
  )
  return sandboxRefunds
}

/** Returns the ledger's balances of a supplier, owed and owing, in cents. */
export async function readSupplierBalances({ shop, supplier }: CreatedOrder) {
  const toKey = (account: 'supplier_available' | 'supplier_receivable') =>
    ({ account, subledger: supplier.publicId, currency: 'USD' }) as const
  const [available, owes] = await readBalances(shop.db, [
    toKey('supplier_available'),
    toKey('supplier_receivable'),
  ])
  return { available, owes }
}

/** Pays out everything that a supplier may be paid. */
export async function payOutBalance({ shop, supplier }: CreatedOrder, payoutId: string): Promise<void> {
  const balanceKey = { account: 'supplier_available', subledger: supplier.publicId, currency: 'USD' } as const
  const [amount = 0] = await readBalances(shop.db, [balanceKey])
  const payout = { payoutId, supplier: supplier.publicId, currency: 'USD', amount }
  await inTransaction(shop.db, async (tx) => {
    await post(tx, payoutSentPosting(payout), shop.now())
    await post(tx, payoutConfirmedPosting({ ...payout, from: { bank: 'main' } }), shop.now())
  })
}

/** Returns the violated rules of the ledger as messages. */
export async function listLedgerErrors(shop: TestShop): Promise<string[]> {
  await refreshAllSummaries(shop.db)
  const { audited } = await auditLedger(shop.db, { further: LEDGER_CHECKS, most: 5 })
  return audited.flatMap(({ name, messages }) => messages.map((words) => `${name}: ${words}`))
}

/** Returns the ledger's balance of all money at the provider, in cents. */
export async function readClearing(shop: TestShop, subledger = 'sandbox/vm') {
  const balanceKey = { account: 'provider_clearing', subledger, currency: 'USD' } as const
  return (await readBalances(shop.db, [balanceKey]))[0]
}

/** Runs the due refunds at providers, as the timer does each minute. */
export async function runDueRefunds(shop: TestShop): Promise<void> {
  await shop.app.jobs.enqueue(shop.db, { job: 'effects.run_due', input: {} })
  await shop.work()
}

/** Returns the public IDs of a purchase's supplier orders, in order of creation. */
export async function listSupplierOrderIds(
  shop: Pick<TestShop, 'db'>,
  purchaseId: string,
): Promise<string[]> {
  const orderRows = await queryRows<{ id: string }>(
    shop.db,
    sql`select o.public_id as id from supplier_orders o join purchases p on p.id = o.purchase_id
        where p.public_id = ${purchaseId} order by o.id`,
  )
  return orderRows.map(({ id }) => id)
}

/** Returns the difference between the ledger's and the provider's own turnover. */
export async function measureProviderDifference(shop: TestShop): Promise<number> {
  const [requested] = await queryRows<{ amount: number }>(
    shop.db,
    sql`select coalesce(sum(r.amount), 0)::bigint as amount
        from refund_requests r left join receipts c on c.id = r.receipt_id
        where r.actor <> 'provider' and r.state = 'done' and coalesce(c.provider, '') <> 'wallet'`,
  )
  const sandboxRefunds = await readSandboxRefunds(shop)
  return (requested?.amount ?? 0) - (sandboxRefunds?.amount ?? 0)
}

/** Returns the provider's ledger balance less receipts, refunds and fees. */
export async function measureClearingDifference(shop: TestShop): Promise<number> {
  const [clearingRow] = await queryRows<{ left: number }>(
    shop.db,
    sql`select ((select sum(amount) from receipts where provider <> 'wallet')
      - (select coalesce(sum(r.amount), 0) from refund_requests r left join receipts c on c.id = r.receipt_id
        where r.state <> 'undone' and coalesce(c.provider, '') <> 'wallet')
      - (select coalesce(sum(amount), 0) from chargeback_shares where not is_returned)
      - (select coalesce(sum(unapplied_amount + top_up_amount + loss_amount), 0) from chargebacks where state in ('open', 'lost')))::bigint
        as left`,
  )
  return ((await readClearing(shop)) ?? 0) - (clearingRow?.left ?? 0)
}

/** Returns how many automatic steps are failing. They are retried without end. */
export async function countStuckRefunds({ shop, id }: CreatedOrder): Promise<number> {
  const [orderRows] = await queryRows<{ failures: number }>(
    shop.db,
    sql`select coalesce(sum(failures), 0)::int as failures from (
        select t.failures, t.supplier_order_id as id from order_timers t
        union all
        select t.failures, c.supplier_order_id from case_timers t join cases c on c.id = t.case_id) t
      join supplier_orders o on o.id = t.id where o.public_id = ${id}`,
  )
  return orderRows?.failures ?? 0
}
