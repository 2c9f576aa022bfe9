import type { Movement } from './reports/read-report.ts'
import type { SettlementRow } from './reports/row-queries.ts'
import type { DiscrepancyKind, MovementKind } from './shapes.ts'
import { isThirdPartyMoney, explainDiscrepancy } from './explain-discrepancy.ts'

/** A difference between a report and our books; amounts in minor units. */
export type Discrepancy = Readonly<{
  kind: DiscrepancyKind
  about: string
  rowId: number | null
  receiptId: number | null
  currency: string
  expected: number | null
  reported: number | null
  /** What it is, and what can be done. */
  message: string
}>

/** What of our books a movement may be about that does not fit them. */
export type DiscrepancyHint = Readonly<{
  about: 'paid_by_bank' | 'waits' | 'failed' | 'inquiry'
  id: string
  reference: string | null
}>

/**
 * What we know of a movement: how often something like it was reported in all, and how often it can have been; `expected` is the
 * amount that our books have under its very id, null where they do not; `notifiedFee` is what a notice told of a dispute's fee.
 */
export type MovementMatch = Readonly<{
  reported: number
  known: number
  expected: number | null
  notifiedFee: number | null
  hint: DiscrepancyHint | null
}>

/** What was agreed that a provider takes of a payment: basis points, and a fixed amount in minor units. */
export type Tariff = Readonly<{ bps: number; fixed: number }>

/** A cent more or less is rounding. */
const ROUNDING = 1

/**
 * What is wrong with a movement; nothing where it is as our books say. A fee is held against the tariff, where there is one, and
 * a dispute's against what was told of it.
 */
export function findDiscrepancies(
  row: SettlementRow,
  match: MovementMatch,
  tariff: Tariff | undefined,
): Discrepancy[] {
  const { reported, known } = match
  const { kind, receipt, currency, gross, fee, net } = row
  const raise = (what: DiscrepancyKind, expected: number | null, actual: number | null) => [
    toDiscrepancy(row, { kind: what, expected, reported: actual, hint: match.hint }),
  ]
  const sums = gross - fee === net ? [] : raise('wrong_amount', gross - fee, net)
  if (kind === 'fee' || kind === 'settlement') return sums
  // What a bank took back was booked with the notice of it, its fee too: without one a person has to look.
  if (kind === 'dispute' && known === 0) return [...sums, ...raise('unknown', null, net)]
  if (kind === 'other' || known === 0) return [...sums, ...raise('unknown', 0, gross)]
  if (reported > known) return [...sums, ...raise('doubled', 0, gross)]
  if (kind === 'dispute')
    return match.notifiedFee === null || match.notifiedFee === fee
      ? sums
      : [...sums, ...raise('wrong_fee', match.notifiedFee, fee)]
  if (match.expected !== null && match.expected !== gross)
    return [...sums, ...raise('wrong_amount', match.expected, gross)]
  if (kind !== 'payment' || !receipt) return sums
  const isOtherCurrency = currency !== receipt.currency
  const expected = isOtherCurrency ? null : receipt.amount
  const amounts = gross === expected ? [] : raise('wrong_amount', expected, gross)
  const agreed = tariff && Math.round((gross * tariff.bps) / 10_000) + tariff.fixed
  const isFeeWrong = agreed !== undefined && Math.abs(fee - agreed) > ROUNDING
  return [...sums, ...amounts, ...(isFeeWrong ? raise('wrong_fee', agreed, fee) : [])]
}

function toDiscrepancy(
  row: SettlementRow,
  { hint, ...said }: Pick<Discrepancy, 'kind' | 'expected' | 'reported'> & Pick<MovementMatch, 'hint'>,
): Discrepancy {
  const { id, externalId, currency, receipt, kind: of, gross } = row
  const message = explainDiscrepancy({
    kind: said.kind,
    of,
    isBack: isThirdPartyMoney(of) && of !== 'payment' && gross > 0,
    hint,
  })
  return { ...said, about: externalId, rowId: id, receiptId: receipt?.id ?? null, currency, message }
}

/** A difference as it may be taken over; `of` is what moved, null where no movement is kept of it. */
export type Adjustable = Readonly<{
  kind: DiscrepancyKind
  of: MovementKind | null
  expected: number | null
  reported: number | null
}>

/**
 * By how much our books change when they take over what the provider says; zero where they do not. Money of people is never
 * made a profit or a loss: it is taken in as what it is. What is missing may still be reported. A fee is booked as it was
 * taken, but for a dispute's, which was booked as it was told: more than that comes with a notice, and would be booked twice.
 */
export function computeAdjustment({ kind, of, expected, reported }: Adjustable): number {
  if (expected === null || reported === null || kind === 'missing') return 0
  if (kind === 'wrong_fee') return of === 'dispute' ? Math.min(0, reported - expected) : 0
  if ((kind === 'unknown' || kind === 'doubled') && (of === null || isThirdPartyMoney(of))) return 0
  return reported - expected
}

/** The movements of a report, each id once, and those ids that stand in it more than once. */
export function dedupeMovements(movements: readonly Movement[]): {
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
