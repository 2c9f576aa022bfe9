import type { SalesChannel } from '#core/sales-channel.ts'
import type { RULE_STATES } from './contract.ts'

/**
 * A rule in force. Without a supplier it is for all, without a category for everything, without a channel for both.
 * `bps` in hundredths of a per cent.
 */
export type CommissionRule = Readonly<{
  supplierId: number | null
  categoryId: number | null
  channel: SalesChannel | null
  bps: number
}>

/** A product that is sold, by whom and where. */
export type SoldItem = Readonly<{ supplierId: number; categoryId: number | null; channel: SalesChannel }>

/**
 * Returns the rate of a sold product by the most specific active rule, else the standard. A supplier's rule precedes a
 * category's, one of both precedes either, and of two alike the one for the channel alone counts.
 */
export function selectRate(item: SoldItem, rules: readonly CommissionRule[], standard: number): number {
  const [mostSpecific] = rules
    .filter((rule) => matchesRule(rule, item))
    .toSorted((one, other) => getSpecificity(other) - getSpecificity(one))
  return mostSpecific?.bps ?? standard
}

function matchesRule(rule: CommissionRule, { supplierId, categoryId, channel }: SoldItem): boolean {
  const isSuppliers = rule.supplierId === null || rule.supplierId === supplierId
  const isChannels = rule.channel === null || rule.channel === channel
  return isSuppliers && isChannels && (rule.categoryId === null || rule.categoryId === categoryId)
}

function getSpecificity({ supplierId, categoryId, channel }: CommissionRule): number {
  return (supplierId === null ? 0 : 4) + (categoryId === null ? 0 : 2) + (channel === null ? 0 : 1)
}

/** The state of a rule. */
type RuleState = (typeof RULE_STATES)[number]

/** A rule with its start, and what its sales are known by. */
type DatedRule = Readonly<{
  publicId: string
  supplierPublicId: string | null
  category: string | null
  channel: SalesChannel | null
  validFrom: Date
}>

/** Returns the state of a rule among all rules, which are listed the newest first. */
export function findRuleState(rule: DatedRule, rules: readonly DatedRule[], now: Date): RuleState {
  if (rule.validFrom > now) return 'scheduled'
  const started = rules.filter((other) => isSameScope(other, rule) && other.validFrom <= now)
  // The latest start counts; of two the one that was added later, which is listed first.
  const [latest] = started.toSorted((one, other) => other.validFrom.getTime() - one.validFrom.getTime())
  return latest?.publicId === rule.publicId ? 'current' : 'replaced'
}

function isSameScope(one: DatedRule, other: DatedRule): boolean {
  return (
    one.supplierPublicId === other.supplierPublicId &&
    one.category === other.category &&
    one.channel === other.channel
  )
}
