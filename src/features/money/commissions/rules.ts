/** A rule that counts now: of no supplier it is for all, of no category for everything. `bps` in hundredths of a per cent. */
export type CommissionRule = Readonly<{ supplierId: number | null; categoryId: number | null; bps: number }>

/** What is sold, and by whom; without a category something that has none, such as shipping. */
export type SoldItem = Readonly<{ supplierId: number; categoryId: number | null }>

/**
 * The rate for something sold, of the rules that count now: the most special one, where a supplier's is more special than a
 * category's, and both together most; else the standard.
 */
export function selectRate(item: SoldItem, rules: readonly CommissionRule[], standard: number): number {
  const [mostSpecific] = rules
    .filter((rule) => matchesRule(rule, item))
    .toSorted((one, other) => getSpecificity(other) - getSpecificity(one))
  return mostSpecific?.bps ?? standard
}

function matchesRule(rule: CommissionRule, { supplierId, categoryId }: SoldItem): boolean {
  const isSuppliers = rule.supplierId === null || rule.supplierId === supplierId
  return isSuppliers && (rule.categoryId === null || rule.categoryId === categoryId)
}

function getSpecificity({ supplierId, categoryId }: CommissionRule): number {
  return (supplierId === null ? 0 : 2) + (categoryId === null ? 0 : 1)
}
