import type { Queryable } from '#database/database.ts'
import { listAddressLines } from '#features/catalogue/suppliers/service.ts'
import type { StatementPdfData } from '#features/money/ledger/service.ts'
import { toDecimal } from '#core/money.ts'
import type { Cell } from '#platform/csv.ts'
import { type PayoutAccount, findPayoutAccount, findSupplierByOwner } from '../accounts/account-queries.ts'
import type { ListedPayoutData, PayoutAccountData, PayoutDetailsData } from '../contract.ts'
import { payoutNotFound } from '../sending/move-payout.ts'
import { findPayout, listPayouts, type Payout } from '../sending/payout-queries.ts'
import { toBankReference } from '../rules.ts'
import { type PayoutLine, toPayoutLines, sumPayoutLines } from './statement-lines.ts'
import { listPayoutEvents, listStatementPostings } from './statement-queries.ts'

/** Returns a payout with its details; with an owner, only one of their store. Throws `payout_not_found`. */
export async function readPayoutDetails(
  db: Queryable,
  publicId: string,
  ownerId?: number,
): Promise<PayoutDetailsData> {
  const payout = await findPayout(db, publicId, ownerId)
  if (!payout) throw payoutNotFound()
  const [moves, events] = await Promise.all([
    listStatementPostings(db, payout),
    listPayoutEvents(db, payout.id),
  ])
  const lines = toPayoutLines(moves)
  const { gross, commission, tax, other } = sumPayoutLines(lines)
  const decimal = (amount: number) => toDecimal(amount, payout.currency)
  return {
    ...toPayoutView(payout),
    file: payout.file,
    externalId: payout.externalId,
    lines: lines.map((line) => toLineView(line, payout.currency)),
    totals: {
      gross: decimal(gross),
      commission: decimal(commission),
      tax: decimal(tax),
      other: decimal(other),
    },
    timeline: events.map(({ at, ...event }) => ({ ...event, at: at.toISOString() })),
  }
}

/** Returns the content of a payout's statement document, except the issuer. Throws `payout_not_found`. */
export async function readStatement(
  db: Queryable,
  publicId: string,
  ownerId?: number,
): Promise<Omit<StatementPdfData, 'issuer'>> {
  const payout = await findPayout(db, publicId, ownerId)
  if (!payout) throw payoutNotFound()
  const { supplierId, supplierName, supplierMail, maskedNumber, currency, amount, createdAt } = payout
  const lines = toPayoutLines(await listStatementPostings(db, payout))
  const addressLines = await listAddressLines(db, supplierId)
  const emailLines = supplierMail === null ? [] : [supplierMail]
  return {
    reference: toBankReference(publicId),
    supplier: { name: supplierName, lines: [...addressLines, ...emailLines] },
    account: maskedNumber,
    currency,
    amount,
    createdAt,
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

/** The most payouts in an export, more than anyone reads. */
const MAX_EXPORTED = 1_000

/** Returns an account's payout data for its export: the accounts without their numbers, and the payouts. */
export async function exportPayouts(db: Queryable, ownerId: number): Promise<object | null> {
  const supplier = await findSupplierByOwner(db, ownerId)
  if (!supplier) return null
  const account = await findPayoutAccount(db, supplier.id)
  const filter = { ownerId, state: undefined, limit: MAX_EXPORTED, offset: 0 }
  const { payouts } = await listPayouts(db, filter)
  return { account: account ? toPayoutAccountView(account) : null, payouts: payouts.map(toPayoutView) }
}

/** Returns a payout's statement as table rows: headers, a row for each line, the sums. */
export function toStatementRows(payout: PayoutDetailsData): Cell[][] {
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

/** Returns a payout as a list shows it. */
export function toPayoutView(payout: Payout): ListedPayoutData {
  const { publicId, supplierPublicId, supplierName, method, maskedNumber, currency, state } = payout
  return {
    id: publicId,
    reference: toBankReference(publicId),
    supplier: { id: supplierPublicId, name: supplierName },
    method,
    account: maskedNumber,
    currency,
    amount: toDecimal(payout.amount, currency),
    state,
    createdAt: payout.createdAt.toISOString(),
    updatedAt: payout.updatedAt.toISOString(),
  }
}

/** Returns a payout account without its sealed fields. */
export function toPayoutAccountView(account: PayoutAccount): PayoutAccountData {
  const { method, holder, country, maskedNumber, createdAt, usableFrom, refusalReason } = account
  const times = { since: createdAt.toISOString(), usableFrom: usableFrom.toISOString() }
  return { method, holder, country, maskedNumber, refusalReason, ...times }
}

function toLineView(
  { postedAt, orderId, orderNumber, ...item }: PayoutLine,
  currency: string,
): PayoutDetailsData['lines'][number] {
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
