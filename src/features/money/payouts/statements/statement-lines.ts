import type { StatementPosting } from './statement-queries.ts'

/**
 * A line of a statement, in minor units. For a sale or its refund, gross − commission − tax is the amount; the three
 * are null without a sale, as for a label.
 */
export type PayoutLine = Pick<
  StatementPosting,
  'posting' | 'kind' | 'memo' | 'postedAt' | 'orderId' | 'orderNumber'
> &
  Readonly<{ gross: number | null; commission: number | null; tax: number | null; amount: number }>

/**
 * The sums of a statement's lines. `other` sums the lines that are not sales, so that the four add up to the payout.
 */
export type StatementTotals = Readonly<{ gross: number; commission: number; tax: number; other: number }>

/** The kinds of postings by which the marketplace deducts something, or returns it. */
const SALE_KINDS = ['earned', 'refunded', 'charged_back']

/**
 * Returns the lines of a payout's statement. A payout consists of released money. A sale is reported at its release,
 * with its original amounts and its earlier refunds; a supplier's debt is reported where it was first deducted. So each
 * sale and each refund is reported once, with the commission deducted or reversed, and the lines add up to the payout.
 */
export function toPayoutLines(postings: readonly StatementPosting[]): PayoutLine[] {
  const reported = selectReported(postings)
  const byPosting = new Map(postings.map((entry) => [entry.posting, entry]))
  // Statements name the release of a parcel: `earned:order:parcel`, `released:order:parcel`.
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

/** Returns the postings that this payout reports, each with the item that released its money. */
function selectReported(postings: readonly StatementPosting[]): StatementPosting[] {
  const byId = new Map(postings.map((entry) => [entry.id, entry]))
  const itemsByOrder = Map.groupBy(
    postings.filter(({ isItem }) => isItem),
    ({ orderId }) => orderId,
  )
  const findReportingItem = (entry: StatementPosting): StatementPosting | undefined => {
    if (entry.isItem) return entry
    if (entry.owed !== 0) return entry.itemAfter === null ? undefined : byId.get(entry.itemAfter)
    // A pending amount is reported with the next released or deducted item of the same order.
    return itemsByOrder.get(entry.orderId)?.find(({ id }) => id > entry.id)
  }
  return postings.filter((entry) => hasNetEffect(entry) && findReportingItem(entry)?.isOwn === true)
}

/** Returns a posting's net change of the supplier's money, in all accounts. */
function getNetChange({ waiting, available, owed }: StatementPosting): number {
  return waiting + available - owed
}

/** Returns whether a posting changes the supplier's money; others only move it between accounts. */
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
 * Returns the differences between what one payout reports and another settles: an order's pending money, and remaining
 * debts. Consecutive payouts have none; a returned payout that is paid again may be settled with later ones.
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
