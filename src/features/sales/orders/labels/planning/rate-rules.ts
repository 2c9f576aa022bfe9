import type { LabelRate } from '../../port.ts'

/** The shipping that the buyer paid for: the service, and its longest transit time. */
export type PaidService = Readonly<{ service: string | null; maxDays: number | null }>

/**
 * Returns the preselected rate: the paid service, else the cheapest of the same speed, else the fastest. Undefined
 * without rates.
 */
export function selectRate(
  rates: readonly LabelRate[],
  { service, maxDays }: PaidService,
): LabelRate | undefined {
  const same = rates.find((rate) => rate.service === service)
  if (same) return same
  const cheapest = sortRates(rates)
  if (maxDays === null) return cheapest[0]
  const fastEnough = cheapest.find(({ days }) => days !== null && days <= maxDays)
  return fastEnough ?? findFastest(rates) ?? cheapest[0]
}

/** Returns rates by price; rates of the same price by speed. */
export function sortRates(rates: readonly LabelRate[]): LabelRate[] {
  return rates.toSorted((a, b) => a.amount - b.amount || (a.days ?? Infinity) - (b.days ?? Infinity))
}

/** Returns the fastest rate, the cheapest of equally fast ones; undefined if none has a transit time. */
export function findFastest(rates: readonly LabelRate[]): LabelRate | undefined {
  const [fastest] = sortRates(rates.filter(({ days }) => days !== null)).toSorted(
    (a, b) => (a.days ?? 0) - (b.days ?? 0),
  )
  return fastest
}
