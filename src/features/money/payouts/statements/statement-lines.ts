import type { Move } from './statement-queries.ts'

/**
 * A line of a statement, in minor units: of what was sold or given back, gross − commission − tax is the amount; the three are null
 * where nothing was sold, as for a label.
 */
export type Line = Pick<Move, 'posting' | 'kind' | 'memo' | 'postedAt' | 'orderId' | 'orderNumber'> &
  Readonly<{ gross: number | null; commission: number | null; tax: number | null; amount: number }>

/** What the lines of a statement add up to: `other` is what was neither sold nor kept of it, so that the four give the payout. */
export type Totals = Readonly<{ gross: number; commission: number; tax: number; other: number }>

/** By what the marketplace keeps something, or gives it back. */
const SALES = ['earned', 'refunded', 'charged_back']

/**
 * The lines of a payout's statement. A payout is made of what became free: a sale is told where it was released, as it was sold; what
 * was given back of it before that beside it; what the supplier came to owe where that was first reckoned with. So each sale and each
 * refund is told once, with what the books kept or gave back of the commission, and the lines add up to what the payout is made of.
 */
export function linesOf(moves: readonly Move[]): Line[] {
  const told = eventsTold(moves)
  const byPosting = new Map(moves.map((move) => [move.posting, move]))
  // Of a parcel that was released the release is what people look for: `earned:order:parcel`, `released:order:parcel`.
  const released = ({ posting }: Move) => byPosting.get(posting.replace(/^earned:/, 'released:'))
  return [...told.map((move) => lineOf(move, released(move) ?? move)), ...restsOf(moves, told)]
}

/** What lines add up to. */
export function totalsOf(lines: readonly Line[]): Totals {
  const sum = (of: (line: Line) => number | null) => lines.reduce((all, line) => all + (of(line) ?? 0), 0)
  const other = sum(({ gross, amount }) => (gross === null ? amount : 0))
  return {
    gross: sum(({ gross }) => gross),
    commission: sum(({ commission }) => commission),
    tax: sum(({ tax }) => tax),
    other,
  }
}

/** What changed what the supplier has and is told by this payout: that has the item by which it became money. */
function eventsTold(moves: readonly Move[]): Move[] {
  const byId = new Map(moves.map((move) => [move.id, move]))
  const itemsOf = Map.groupBy(
    moves.filter(({ isItem }) => isItem),
    ({ orderId }) => orderId,
  )
  const homeOf = (move: Move): Move | undefined => {
    if (move.isItem) return move
    if (move.owed !== 0) return move.itemAfter === null ? undefined : byId.get(move.itemAfter)
    // What only waits is told by the next that became free, or was taken, of the same order.
    return itemsOf.get(move.orderId)?.find(({ id }) => id > move.id)
  }
  return moves.filter((move) => isEvent(move) && homeOf(move)?.isOwn === true)
}

/** What the supplier has more by it, wherever that stands. */
function netOf({ waiting, available, owed }: Move): number {
  return waiting + available - owed
}

/** Others only move from one account to the next what a supplier has. */
function isEvent(move: Move): boolean {
  return netOf(move) !== 0 || move.commission !== 0 || move.tax !== 0
}

function isSale({ kind, reversedKind }: Move): boolean {
  return SALES.includes(reversedKind ?? kind)
}

function lineOf(move: Move, { posting, kind, memo, postedAt }: Move): Line {
  const { orderId, orderNumber } = move
  const amount = netOf(move)
  const { commission, tax } = move
  const sold = isSale(move) ? { gross: amount + commission + tax, commission, tax } : NOT_SOLD
  return { posting, kind, memo, postedAt, orderId, orderNumber, ...sold, amount }
}

const NOT_SOLD = { gross: null, commission: null, tax: null }

/**
 * Where something is told by one payout and settled by another, the difference: what of an order still waits, and what is still
 * owed. Of payouts one after the other there is none; one that came back and is paid anew may be reckoned with later ones.
 */
function restsOf(moves: readonly Move[], told: readonly Move[]): Line[] {
  const reckoned = new Set([...told, ...moves.filter(({ isOwn }) => isOwn)])
  const owed = sumOf([...reckoned], (move) => move.owed)
  const byOrder = Map.groupBy(reckoned, ({ orderId }) => orderId)
  const waiting = [...byOrder.values()].flatMap((ofOrder) =>
    restLine(ofOrder, -sumOf(ofOrder, (move) => move.waiting), WAITS),
  )
  return [...waiting, ...restLine([...reckoned], owed, OWES).map((line) => ({ ...line, ...NO_ORDER }))]
}

const WAITS = { less: 'Not released yet', more: 'Released of what was told before' }
const OWES = { less: 'Owed from before', more: 'Still owed, taken from a later payout' }
const NO_ORDER = { orderId: null, orderNumber: null }

function restLine(of: readonly Move[], amount: number, words: typeof WAITS): Line[] {
  const last = of.at(-1)
  if (!last || amount === 0) return []
  const { posting, postedAt, orderId, orderNumber } = last
  const memo = amount < 0 ? words.less : words.more
  return [{ posting, kind: 'carried_over', memo, postedAt, orderId, orderNumber, ...NOT_SOLD, amount }]
}

function sumOf(moves: readonly Move[], of: (move: Move) => number): number {
  return moves.reduce((all, move) => all + of(move), 0)
}
