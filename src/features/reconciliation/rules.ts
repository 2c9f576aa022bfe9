import type { KeptRow } from './queries.ts'
import type { Movement } from './read-report.ts'
import type { DoubtKind } from './shapes.ts'

/** A difference between a report and our books; amounts in minor units. */
export type Doubt = Readonly<{
  kind: DoubtKind
  about: string
  rowId: number | null
  receiptId: number | null
  currency: string
  expected: number | null
  reported: number | null
}>

/**
 * What we know of a movement: how often something like it was reported in all, and how often it can have been; `expected` is the
 * amount that our books have under its very id, null where they do not.
 */
export type Known = Readonly<{ reported: number; known: number; expected: number | null }>

/** What was agreed that a provider takes of a payment: basis points, and a fixed amount in minor units. */
export type Tariff = Readonly<{ bps: number; fixed: number }>

/** A cent more or less is rounding. */
const ROUNDING = 1

/**
 * What is wrong with a movement that is new; nothing where it is as our books say. A fee is held against the tariff, where
 * there is one.
 */
export function doubtsOf(row: KeptRow, of: Known, tariff: Tariff | undefined): Doubt[] {
  const { reported, known } = of
  const { kind, receipt, currency, gross, fee, net } = row
  const raise = (what: DoubtKind, expected: number | null, said: number | null) => [
    doubt(row, { kind: what, expected, reported: said }),
  ]
  const sums = gross - fee === net ? [] : raise('wrong_amount', gross - fee, net)
  if (kind === 'fee' || kind === 'settlement') return sums
  // What a bank took back was booked with the notice of it, its fee too: without one a person has to look.
  if (kind === 'dispute') return known > 0 ? [] : [...sums, ...raise('unknown', null, net)]
  if (kind === 'other' || known === 0) return [...sums, ...raise('unknown', 0, gross)]
  if (reported > known) return [...sums, ...raise('doubled', 0, gross)]
  if (of.expected !== null && of.expected !== gross)
    return [...sums, ...raise('wrong_amount', of.expected, gross)]
  if (kind !== 'payment' || !receipt) return sums
  const isOther = currency !== receipt.currency
  const expected = isOther ? null : receipt.amount
  const amounts = gross === expected ? [] : raise('wrong_amount', expected, gross)
  const agreed = tariff && Math.round((gross * tariff.bps) / 10_000) + tariff.fixed
  const isWrong = agreed !== undefined && Math.abs(fee - agreed) > ROUNDING
  return [...sums, ...amounts, ...(isWrong ? raise('wrong_fee', agreed, fee) : [])]
}

function doubt(row: KeptRow, said: Pick<Doubt, 'kind' | 'expected' | 'reported'>): Doubt {
  const { id, externalId, currency, receipt } = row
  return { ...said, about: externalId, rowId: id, receiptId: receipt?.id ?? null, currency }
}

/** The movements of a report, each id once, and those ids that stand in it more than once. */
export function onceEach(movements: readonly Movement[]): {
  movements: Movement[]
  repeated: Movement[]
} {
  const byId = Map.groupBy(movements, ({ externalId }) => externalId)
  const repeated = [...byId.values()].filter(({ length }) => length > 1)
  return {
    movements: [...byId.values()].flatMap(([first]) => first ?? []),
    repeated: repeated.flatMap(([, second]) => second ?? []),
  }
}
