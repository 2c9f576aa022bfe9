import type { StatementPosting } from './statement-queries.ts'

/**
 * A line of a statement, in minor units. Of a sale or its refund, gross − commission − tax is the amount; the three are
 * null where nothing was sold, as for a label.
 */
export type PayoutLine = Pick<
  StatementPosting,
  'posting' | 'kind' | 'memo' | 'postedAt' | 'orderId' | 'orderNumber'
> &
  Readonly<{ gross: number | null; commission: number | null; tax: number | null; amount: number }>

/**
 * The sums of a statement's lines. `other` is what was neither sold nor kept of it, so that the four give the payout.
 */
export type StatementTotals = Readonly<{ gross: number; commission: number; tax: number; other: number }>

/** By what the marketplace keeps something, or gives it back. */
const SALE_KINDS = ['earned', 'refunded', 'charged_back']

/**
 * Returns the lines of a payout's statement. A payout is made of what became free: a sale is reported where it was released, as
 * it was sold; its earlier refunds beside it; what the supplier came to owe where that was first reckoned with. So each sale and
 * each refund is reported once, with the commission that was kept or reversed, and the lines add up to what the payout is made
 * of.
 */
export function toPayoutLines(postings: readonly StatementPosting[]): PayoutLine[] {
  const reported = selectReported(postings)
  const byPosting = new Map(postings.map((entry) => [entry.posting, entry]))
  // Of a parcel that was released the release is what people look for: `earned:order:parcel`, `released:order:parcel`.
  const findRelease = ({ posting }: StatementPosting) =>
    byPosting.get(posting.replace(/^earned:/, 'released:'))
  return [
    ...reported.map((entry) => toLine(entry, findRelease(entry) ?? entry)),
    ...toCarryOverLines(postings, reported),
  ]
}

/** Returns the sum of payout lines. */
export function sumPayoutLines(lines: readonly PayoutLine[]): StatementTotals {
  const sum = (of: (line: PayoutLine) => number | null) =>
    lines.reduce((all, line) => all + (of(line) ?? 0), 0)
  const otherAmount = sum(({ gross, amount }) => (gross === null ? amount : 0))
  return {
    gross: sum(({ gross }) => gross),
    commission: sum(({ commission }) => commission),
    tax: sum(({ tax }) => tax),
    other: otherAmount,
  }
}

/** Returns the postings that this payout reports: those with the item by which they became money. */
function selectReported(postings: readonly StatementPosting[]): StatementPosting[] {
  const byId = new Map(postings.map((entry) => [entry.id, entry]))
  const itemsByOrder = Map.groupBy(
    postings.filter(({ isItem }) => isItem),
    ({ orderId }) => orderId,
  )
  const findReportingItem = (entry: StatementPosting): StatementPosting | undefined => {
    if (entry.isItem) return entry
    if (entry.owed !== 0) return entry.itemAfter === null ? undefined : byId.get(entry.itemAfter)
    // What only waits is reported by the next that became free, or was taken, of the same order.
    return itemsByOrder.get(entry.orderId)?.find(({ id }) => id > entry.id)
  }
  return postings.filter((entry) => hasNetEffect(entry) && findReportingItem(entry)?.isOwn === true)
}

/** Returns a posting's net change of the supplier's money, wherever that is. */
function getNetChange({ waiting, available, owed }: StatementPosting): number {
  return waiting + available - owed
}

/** Others only move from one account to the next what a supplier has. */
function hasNetEffect(entry: StatementPosting): boolean {
  return getNetChange(entry) !== 0 || entry.commission !== 0 || entry.tax !== 0
}

function isSale({ kind, reversedKind }: StatementPosting): boolean {
  return SALE_KINDS.includes(reversedKind ?? kind)
}

function toLine(entry: StatementPosting, { posting, kind, memo, postedAt }: StatementPosting): PayoutLine {
  const { orderId, orderNumber } = entry
  const amount = getNetChange(entry)
  const { commission, tax } = entry
  const sale = isSale(entry) ? { gross: amount + commission + tax, commission, tax } : NO_SALE
  return { posting, kind, memo, postedAt, orderId, orderNumber, ...sale, amount }
}

const NO_SALE = { gross: null, commission: null, tax: null }

/**
 * Returns the differences of what is reported by one payout and settled by another: what of an order still waits, and what is
 * still owed. Of payouts one after the other there is none; one that came back and is paid again may be reckoned with later ones.
 */
function toCarryOverLines(
  postings: readonly StatementPosting[],
  reported: readonly StatementPosting[],
): PayoutLine[] {
  const included = new Set([...reported, ...postings.filter(({ isOwn }) => isOwn)])
  const owed = sumBy([...included], (entry) => entry.owed)
  const byOrder = Map.groupBy(included, ({ orderId }) => orderId)
  const waiting = [...byOrder.values()].flatMap((ofOrder) =>
    toCarryOverLine(ofOrder, -sumBy(ofOrder, (entry) => entry.waiting), UNRELEASED_MEMOS),
  )
  return [
    ...waiting,
    ...toCarryOverLine([...included], owed, OWED_MEMOS).map((line) => ({ ...line, ...NO_ORDER })),
  ]
}

const UNRELEASED_MEMOS = { less: 'Not released yet', more: 'Released from earlier statements' }
const OWED_MEMOS = { less: 'Owed from earlier', more: 'Still owed, deducted from a later payout' }
const NO_ORDER = { orderId: null, orderNumber: null }

function toCarryOverLine(
  of: readonly StatementPosting[],
  amount: number,
  memos: typeof UNRELEASED_MEMOS,
): PayoutLine[] {
  const last = of.at(-1)
  if (!last || amount === 0) return []
  const { posting, postedAt, orderId, orderNumber } = last
  const memo = amount < 0 ? memos.less : memos.more
  return [{ posting, kind: 'carried_over', memo, postedAt, orderId, orderNumber, ...NO_SALE, amount }]
}

function sumBy(postings: readonly StatementPosting[], of: (entry: StatementPosting) => number): number {
  return postings.reduce((all, entry) => all + of(entry), 0)
}
