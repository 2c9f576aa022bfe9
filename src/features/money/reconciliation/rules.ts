import type { Movement } from './reports/read-report.ts'
import type { SettlementRow } from './reports/row-queries.ts'
import type { DiscrepancyKind, MovementKind } from './shapes.ts'
import { isThirdPartyMoney, explainDiscrepancy } from './explain-discrepancy.ts'

/** A difference between a report and our ledger; amounts in minor units. */
export type Discrepancy = Readonly<{
  kind: DiscrepancyKind
  about: string
  rowId: number | null
  receiptId: number | null
  currency: string
  expected: number | null
  reported: number | null
  /** An explanation, and what to do about it. */
  message: string
}>

/** Entries of our ledger that may belong to a movement, but don't match it. */
export type DiscrepancyHint = Readonly<{
  about: 'paid_by_bank' | 'waits' | 'failed' | 'inquiry'
  id: string
  reference: string | null
}>

/**
 * Our ledger's data about a movement: how often it was reported, and how often it can be. `expected` is the amount
 * under the same id, null without one; `notifiedFee` is a dispute's fee by its webhook event.
 */
export type MovementMatch = Readonly<{
  reported: number
  known: number
  expected: number | null
  notifiedFee: number | null
  hint: DiscrepancyHint | null
}>

/** A provider's agreed fee of a payment: basis points, and a fixed amount in minor units. */
export type Tariff = Readonly<{ bps: number; fixed: number }>

/** The largest difference that counts as rounding, in minor units. */
const ROUNDING = 1

/**
 * Returns the discrepancies of a movement; none if it matches our ledger. A fee is compared with the tariff, if there
 * is one, and a dispute's fee with its webhook event.
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
  // A chargeback and its fee are booked by their webhook event: without one an operator has to check.
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

/** A discrepancy that our ledger may adopt; `of` is the kind of movement, null if no movement is stored. */
export type Adjustable = Readonly<{
  kind: DiscrepancyKind
  of: MovementKind | null
  expected: number | null
  reported: number | null
}>

/**
 * Returns the amount by which our ledger changes to match the provider; zero if it cannot. Other people's money is
 * never booked as a profit or a loss, but as what it is. A missing movement may still be reported. A fee is adopted,
 * except for a dispute, which was booked as reported: a higher one comes with a webhook event, and would be booked
 * twice.
 */
export function computeAdjustment({ kind, of, expected, reported }: Adjustable): number {
  if (expected === null || reported === null || kind === 'missing') return 0
  if (kind === 'wrong_fee') return of === 'dispute' ? Math.min(0, reported - expected) : 0
  if ((kind === 'unknown' || kind === 'doubled') && (of === null || isThirdPartyMoney(of))) return 0
  return reported - expected
}

/** Returns a report's movements, each ID once, and the IDs that occur more than once. */
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
