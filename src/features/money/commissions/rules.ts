/** A rule that counts now: of no supplier it is for all, of no category for everything. `bps` in hundredths of a per cent. */
export type CommissionRule = Readonly<{ supplierId: number | null; categoryId: number | null; bps: number }>

/** What is sold, and by whom; without a category something that has none, such as shipping. */
export type Sold = Readonly<{ supplierId: number; categoryId: number | null }>

/**
 * The rate for something sold, of the rules that count now: the most special one, where a supplier's is more special than a
 * category's, and both together most; else the standard.
 */
export function rateOf(sold: Sold, rules: readonly CommissionRule[], standard: number): number {
  const [most] = rules
    .filter((rule) => fits(rule, sold))
    .toSorted((one, other) => weightOf(other) - weightOf(one))
  return most?.bps ?? standard
}

function fits(rule: CommissionRule, { supplierId, categoryId }: Sold): boolean {
  const isSuppliers = rule.supplierId === null || rule.supplierId === supplierId
  return isSuppliers && (rule.categoryId === null || rule.categoryId === categoryId)
}

function weightOf({ supplierId, categoryId }: CommissionRule): number {
  return (supplierId === null ? 0 : 2) + (categoryId === null ? 0 : 1)
}
