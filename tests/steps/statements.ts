import { sql } from 'drizzle-orm'
import { rows } from '#database/database.ts'
import { readBalances } from '#features/money/ledger/service.ts'
import type { AccountName } from '#features/money/ledger/shapes.ts'
import type { MadeSupplier } from '../shop/factories.ts'
import { personSignedIn } from '../shop/people.ts'
import { good } from './payouts.ts'
import type { ReachedShop } from '../shop/shop.ts'

/** A line of a payout's statement, as it is read by HTTP. */
export type ReadLine = Readonly<{
  posting: string
  kind: string
  order: { id: string } | null
  gross: number | null
  commission: number | null
  tax: number | null
  amount: number
}>

/** A payout as it is read by HTTP. */
export type ReadPayout = Readonly<{
  id: string
  reference: string
  amount: number
  state: string
  lines: readonly ReadLine[]
  totals: Readonly<{ gross: number; commission: number; tax: number; other: number }>
}>

/** What was sold, kept of it and paid of it, in cents. */
export type Kept = Readonly<{ commission: number; tax: number }>

const cents = (decimal: number | null) => Math.round((decimal ?? 0) * 100)

/** All payouts of a supplier with their lines, oldest first, as an operator reads them. */
export async function payoutsOf(shop: ReachedShop, { id }: MadeSupplier): Promise<ReadPayout[]> {
  const found = await rows<{ publicId: string }>(
    shop.db,
    sql`select public_id as "publicId" from payouts p where supplier_id = ${id} order by p.id`,
  )
  const { headers } = await personSignedIn(shop.db, shop.now(), { type: 'operator' })
  const read: ReadPayout[] = []
  for (const { publicId } of found) {
    const { body } = await good(shop.get(`/payouts/${publicId}`, headers))
    read.push((body as { payout: ReadPayout }).payout)
  }
  return read
}

/** What the statements of payouts that did not fail say of commission and the tax on it. */
export function statedIn(payouts: readonly ReadPayout[]): Kept {
  const lines = payouts.filter(({ state }) => state !== 'failed').flatMap((payout) => payout.lines)
  return {
    commission: lines.reduce((sum, line) => sum + cents(line.commission), 0),
    tax: lines.reduce((sum, line) => sum + cents(line.tax), 0),
  }
}

/** What the ledger holds of commission and the tax on it (4000 and 2400) of a supplier's orders. */
export async function bookedOf(shop: ReachedShop, { publicId }: MadeSupplier): Promise<Kept> {
  const [found] = await rows<Kept>(
    shop.db,
    sql`
      select coalesce(-sum(e.amount) filter (where e.account = 4000), 0)::int as commission,
        coalesce(-sum(e.amount) filter (where e.account = 2400), 0)::int as tax
      from ledger_entries e
      where e.account in (2400, 4000) and exists (
        select from ledger_entries o where o.posting_id = e.posting_id and o.account = 4000
          and o.subledger like ${`${publicId}/%`})`,
  )
  return found ?? { commission: 0, tax: 0 }
}

/** What is wrong with the statements of a supplier, in words: nothing, whatever happened to its orders. */
export async function wrongStatements(shop: ReachedShop, supplier: MadeSupplier): Promise<string[]> {
  const payouts = await payoutsOf(shop, supplier)
  const wrong = payouts.flatMap(faultsOf)
  const told = payouts.filter(({ state }) => state !== 'failed').flatMap(({ lines }) => lines)
  const sold = told.filter(({ gross }) => gross !== null).map(({ posting }) => posting)
  const twice = sold.filter((posting, place) => sold.indexOf(posting) !== place)
  if (twice.length > 0) wrong.push(`stated twice: ${twice.join(', ')}`)
  if (await isSettled(shop, supplier)) {
    const [stated, booked] = [statedIn(payouts), await bookedOf(shop, supplier)]
    if (JSON.stringify(stated) !== JSON.stringify(booked))
      wrong.push(`stated ${JSON.stringify(stated)}, booked ${JSON.stringify(booked)}`)
  }
  return wrong
}

function faultsOf({ id, amount, lines, totals }: ReadPayout): string[] {
  const sum = (of: (line: ReadLine) => number | null) =>
    lines.reduce((total, line) => total + cents(of(line)), 0)
  const uneven = lines.filter(
    (line) =>
      line.gross !== null &&
      cents(line.gross) - cents(line.commission) - cents(line.tax) !== cents(line.amount),
  )
  const sums = [sum((line) => line.gross), sum((line) => line.commission), sum((line) => line.tax)]
  const [gross = 0, commission = 0, tax = 0] = sums
  const other = cents(amount) - gross + commission + tax
  const said = [totals.gross, totals.commission, totals.tax, totals.other].map(cents)
  return [
    ...uneven.map((line) => `${id}: ${JSON.stringify(line)} does not add up`),
    ...(sum((line) => line.amount) === cents(amount) ? [] : [`${id}: its lines are not ${amount}`]),
    ...(JSON.stringify(said) === JSON.stringify([...sums, other])
      ? []
      : [`${id}: its totals are not its lines’`]),
  ]
}

/** Whether nothing of a supplier waits, is frozen, is owed, or is left for the next payout. */
async function isSettled({ db }: ReachedShop, { publicId }: MadeSupplier): Promise<boolean> {
  const place = (account: AccountName) => ({ account, subledger: publicId, currency: 'USD' })
  const free = await readBalances(db, [place('supplier_available'), place('supplier_receivable')])
  const [left] = await rows<{ waiting: number; unclaimed: number }>(
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
