import { sql } from 'drizzle-orm'
import { queryRows } from '#database/database.ts'
import { readBalances } from '#features/money/ledger/service.ts'
import type { AccountName } from '#features/money/ledger/shapes.ts'
import type { CreatedSupplier } from '../shop/factories.ts'
import { createSignedInAccount } from '../shop/accounts.ts'
import { expectSuccess } from './payouts.ts'
import type { ReachableShop } from '../shop/shop.ts'

/** A line of a payout's statement in a response. */
export type PayoutLineResult = Readonly<{
  posting: string
  kind: string
  order: { id: string } | null
  gross: number | null
  commission: number | null
  tax: number | null
  amount: number
}>

/** A payout in a response. */
export type PayoutResult = Readonly<{
  id: string
  reference: string
  amount: number
  state: string
  lines: readonly PayoutLineResult[]
  totals: Readonly<{ gross: number; commission: number; tax: number; other: number }>
}>

/** Sales, deductions and payments, in cents. */
export type CommissionTotals = Readonly<{ commission: number; tax: number }>

const toCents = (decimal: number | null) => Math.round((decimal ?? 0) * 100)

/** Returns all payouts of a supplier with their lines, oldest first, as an operator reads them. */
export async function readPayouts(shop: ReachableShop, { id }: CreatedSupplier): Promise<PayoutResult[]> {
  const payoutRows = await queryRows<{ publicId: string }>(
    shop.db,
    sql`select public_id as "publicId" from payouts p where supplier_id = ${id} order by p.id`,
  )
  const { headers } = await createSignedInAccount(shop.db, shop.now(), { type: 'operator' })
  const read: PayoutResult[] = []
  for (const { publicId } of payoutRows) {
    const { body } = await expectSuccess(shop.get(`/payouts/${publicId}`, headers))
    read.push((body as { payout: PayoutResult }).payout)
  }
  return read
}

/** Returns commission and tax as stated by payouts that did not fail. */
export function sumStatedCommission(payouts: readonly PayoutResult[]): CommissionTotals {
  const lines = payouts.filter(({ state }) => state !== 'failed').flatMap((payout) => payout.lines)
  return {
    commission: lines.reduce((sum, line) => sum + toCents(line.commission), 0),
    tax: lines.reduce((sum, line) => sum + toCents(line.tax), 0),
  }
}

/** Returns commission and tax (4000 and 2400) that the ledger has of a supplier's orders. */
export async function readBookedCommission(
  shop: ReachableShop,
  { publicId }: CreatedSupplier,
): Promise<CommissionTotals> {
  const [payoutRows] = await queryRows<CommissionTotals>(
    shop.db,
    sql`
      select coalesce(-sum(e.amount) filter (where e.account = 4000), 0)::int as commission,
        coalesce(-sum(e.amount) filter (where e.account = 2400), 0)::int as tax
      from ledger_entries e
      where e.account in (2400, 4000) and exists (
        select from ledger_entries o where o.posting_id = e.posting_id and o.account = 4000
          and o.subledger like ${`${publicId}/%`})`,
  )
  return payoutRows ?? { commission: 0, tax: 0 }
}

/** Returns the errors of a supplier's statements, as messages. */
export async function listStatementErrors(shop: ReachableShop, supplier: CreatedSupplier): Promise<string[]> {
  const payouts = await readPayouts(shop, supplier)
  const errors = payouts.flatMap(findPayoutErrors)
  const payoutLines = payouts.filter(({ state }) => state !== 'failed').flatMap(({ lines }) => lines)
  const sold = payoutLines.filter(({ gross }) => gross !== null).map(({ posting }) => posting)
  const twice = sold.filter((posting, toKey) => sold.indexOf(posting) !== toKey)
  if (twice.length > 0) errors.push(`stated twice: ${twice.join(', ')}`)
  if (await hasNoBalance(shop, supplier)) {
    const [stated, booked] = [sumStatedCommission(payouts), await readBookedCommission(shop, supplier)]
    if (JSON.stringify(stated) !== JSON.stringify(booked))
      errors.push(`stated ${JSON.stringify(stated)}, booked ${JSON.stringify(booked)}`)
  }
  return errors
}

function findPayoutErrors({ id, amount, lines, totals }: PayoutResult): string[] {
  const sum = (of: (line: PayoutLineResult) => number | null) =>
    lines.reduce((total, line) => total + toCents(of(line)), 0)
  const uneven = lines.filter(
    (line) =>
      line.gross !== null &&
      toCents(line.gross) - toCents(line.commission) - toCents(line.tax) !== toCents(line.amount),
  )
  const sums = [sum((line) => line.gross), sum((line) => line.commission), sum((line) => line.tax)]
  const [gross = 0, commission = 0, tax = 0] = sums
  const other = toCents(amount) - gross + commission + tax
  const statedTotals = [totals.gross, totals.commission, totals.tax, totals.other].map(toCents)
  return [
    ...uneven.map((line) => `${id}: ${JSON.stringify(line)} does not add up`),
    ...(sum((line) => line.amount) === toCents(amount) ? [] : [`${id}: its lines are not ${amount}`]),
    ...(JSON.stringify(statedTotals) === JSON.stringify([...sums, other])
      ? []
      : [`${id}: its totals are not its lines’`]),
  ]
}

/** Returns whether nothing of a supplier waits, is frozen, is owed, or is left for the next payout. */
async function hasNoBalance({ db }: ReachableShop, { publicId }: CreatedSupplier): Promise<boolean> {
  const toKey = (account: AccountName) => ({ account, subledger: publicId, currency: 'USD' })
  const free = await readBalances(db, [toKey('supplier_available'), toKey('supplier_receivable')])
  const [left] = await queryRows<{ waiting: number; unclaimed: number }>(
    db,
    sql`
      select
        (select count(*) from ledger_balances where account in (2200, 2300) and balance <> 0
          and subledger like ${`${publicId}/%`})::int as waiting,
        (select count(*) from ledger_entries e join ledger_postings p on p.id = e.posting_id
          left join ledger_postings r on r.id = p.reverses_id
          where e.account = 2210 and e.subledger = ${publicId}
            and coalesce(r.kind, p.kind) not in ('payout_sent', 'payout_failed')
            and not exists (select from payout_items i where i.posting_id = e.posting_id and i.freed_at is null))::int
          as unclaimed`,
  )
  return free.every((amount) => amount === 0) && left?.waiting === 0 && left.unclaimed === 0
}
