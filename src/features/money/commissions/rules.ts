import type { SalesChannel } from '#core/sales-channel.ts'
import type { RULE_STATES } from './contract.ts'

/**
 * A rule in force. Without a supplier, category or channel it applies to all of them. `bps` is in hundredths of a
 * percent.
 */
export type CommissionRule = Readonly<{
  supplierId: number | null
  categoryId: number | null
  channel: SalesChannel | null
  bps: number
}>

/** A product in a sale, with its supplier and channel. */
export type SoldItem = Readonly<{ supplierId: number; categoryId: number | null; channel: SalesChannel }>

/**
 * Returns the rate of a product by the most specific rule in force, else the standard rate. A supplier's rule precedes
 * a category's, a rule for both precedes either, and among equal ones a rule for the channel precedes.
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

/** A rule with its start and its scope. */
type DatedRule = Readonly<{
  publicId: string
  supplierPublicId: string | null
  category: string | null
  channel: SalesChannel | null
  validFrom: Date
}>

/** Returns the state of a rule among all rules, which are listed newest first. */
export function findRuleState(rule: DatedRule, rules: readonly DatedRule[], now: Date): RuleState {
  if (rule.validFrom > now) return 'scheduled'
  const started = rules.filter((other) => isSameScope(other, rule) && other.validFrom <= now)
  // The latest start wins; of two equal ones the rule added later, which is listed first.
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
