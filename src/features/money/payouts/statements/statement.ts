import type { Queryable } from '#database/database.ts'
import type { StatementData } from '#features/money/ledger/service.ts'
import { toDecimal } from '#core/money.ts'
import type { Cell } from '#platform/csv.ts'
import { type AccountRow, findAccount, findOwnSupplier } from '../accounts/account-queries.ts'
import type { ListedPayoutData, ShownAccountData, WholePayoutData } from '../contract.ts'
import { payoutNotFound } from '../sending/move-payout.ts'
import { findPayout, listPayouts, type Payout } from '../sending/payout-queries.ts'
import { bankReference } from '../rules.ts'
import { type Line, linesOf, totalsOf } from './statement-lines.ts'
import { listEvents, listMoves } from './statement-queries.ts'

/** A payout with what is behind it; only of the person's own store where an owner is named. Throws `payout_not_found`. */
export async function readWholePayout(
  db: Queryable,
  publicId: string,
  ownerId?: number,
): Promise<WholePayoutData> {
  const payout = await findPayout(db, publicId, ownerId)
  if (!payout) throw payoutNotFound()
  const [moves, events] = await Promise.all([listMoves(db, payout), listEvents(db, payout.id)])
  const lines = linesOf(moves)
  const { gross, commission, tax, other } = totalsOf(lines)
  const decimal = (amount: number) => toDecimal(amount, payout.currency)
  return {
    ...shownPayout(payout),
    file: payout.file,
    externalId: payout.externalId,
    lines: lines.map((line) => shownLine(line, payout.currency)),
    totals: {
      gross: decimal(gross),
      commission: decimal(commission),
      tax: decimal(tax),
      other: decimal(other),
    },
    story: events.map(({ at, ...event }) => ({ ...event, at: at.toISOString() })),
  }
}

/** What the statement of a payout as a document says, but for who issues it. Throws `payout_not_found`. */
export async function readStatement(
  db: Queryable,
  publicId: string,
  ownerId?: number,
): Promise<Omit<StatementData, 'issuer'>> {
  const payout = await findPayout(db, publicId, ownerId)
  if (!payout) throw payoutNotFound()
  const { supplierName, supplierMail, shown, currency, amount, createdAt } = payout
  const lines = linesOf(await listMoves(db, payout))
  return {
    reference: bankReference(publicId),
    supplier: { name: supplierName, lines: supplierMail === null ? [] : [supplierMail] },
    account: shown,
    currency,
    amount,
    madeAt: createdAt,
    lines: lines.map(({ postedAt, orderNumber, memo, gross, commission, tax, amount: adds }) => ({
      at: postedAt,
      order: orderNumber,
      memo,
      gross,
      commission,
      tax,
      amount: adds,
    })),
  }
}

/** More payouts than anybody looks through. */
const MOST_EXPORTED = 1_000

/** What is kept of a person's payouts, to be taken along: where they go, without the numbers, and what they were. */
export async function exportPayouts(db: Queryable, ownerId: number): Promise<object | null> {
  const supplier = await findOwnSupplier(db, ownerId)
  if (!supplier) return null
  const account = await findAccount(db, supplier.id)
  const asked = { ownerId, state: undefined, limit: MOST_EXPORTED, offset: 0 }
  const { payouts } = await listPayouts(db, asked)
  return { account: account ? shownAccount(account) : null, payouts: payouts.map(shownPayout) }
}

/** The statement of a payout as the rows of a table: heads, a row for each line, and the sums. */
export function statementRows(payout: WholePayoutData): Cell[][] {
  const { lines, totals, currency, amount, reference } = payout
  const { gross, commission, tax } = totals
  const heads = ['date', 'order', 'what', 'gross', 'commission', 'tax', 'amount', 'currency', 'posting']
  return [
    heads,
    ...lines.map((line) => [
      line.postedAt.slice(0, 10),
      line.order?.number ?? '',
      line.memo,
      line.gross,
      line.commission,
      line.tax,
      line.amount,
      currency,
      line.posting,
    ]),
    [payout.createdAt.slice(0, 10), '', `Payout ${reference}`, gross, commission, tax, amount, currency, ''],
  ]
}

/** A payout as a list shows it. */
export function shownPayout(payout: Payout): ListedPayoutData {
  const { publicId, supplierPublicId, supplierName, method, shown, currency, state } = payout
  return {
    id: publicId,
    reference: bankReference(publicId),
    supplier: { id: supplierPublicId, name: supplierName },
    method,
    account: shown,
    currency,
    amount: toDecimal(payout.amount, currency),
    state,
    createdAt: payout.createdAt.toISOString(),
    updatedAt: payout.updatedAt.toISOString(),
  }
}

/** An account without what is sealed of it. */
export function shownAccount(account: AccountRow): ShownAccountData {
  const { method, holder, country, shown, createdAt, usableFrom, refused } = account
  const times = { since: createdAt.toISOString(), usableFrom: usableFrom.toISOString() }
  return { method, holder, country, shown, refused, ...times }
}

function shownLine(
  { postedAt, orderId, orderNumber, ...item }: Line,
  currency: string,
): WholePayoutData['lines'][number] {
  const decimal = (amount: number | null) => (amount === null ? null : toDecimal(amount, currency))
  return {
    posting: item.posting,
    kind: item.kind,
    memo: item.memo,
    postedAt: postedAt.toISOString(),
    order: orderId && orderNumber ? { id: orderId, number: orderNumber } : null,
    gross: decimal(item.gross),
    commission: decimal(item.commission),
    tax: decimal(item.tax),
    amount: toDecimal(item.amount, currency),
  }
}
