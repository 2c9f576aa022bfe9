import { isChangeOfMind } from '../rules.ts'
import type { CaseKind } from '../shapes.ts'

/** Who pays for sending items back. */
export type ReturnPayer = 'buyer' | 'supplier'

/**
 * Returns who pays for a return: the supplier if at fault, else by the store's policy. The policy is that of the time
 * of the order.
 */
export function getReturnPayer(
  { kind, reason }: Readonly<{ kind: CaseKind; reason: string }>,
  policy: ReturnPayer,
): ReturnPayer {
  return isChangeOfMind(kind, reason) ? policy : 'supplier'
}

/** The largest share of a buyer's refund that a label may cost. */
const MAX_LABEL_SHARE = 0.5

/** Returns why a label cannot be deducted from a buyer's refund; undefined if it can. Amounts in minor units. */
export function findLabelChargeProblem(
  rate: Readonly<{ currency: string; amount: number }>,
  refund: Readonly<{ currency: string; amount: number }>,
): string | undefined {
  if (rate.currency !== refund.currency) return 'The label is sold in another currency than the refund.'
  return rate.amount > refund.amount * MAX_LABEL_SHARE
    ? 'The label costs more than half of the refund.'
    : undefined
}

/** Returns whether a typed tracking number is the label's, in any spelling. */
export function isSentBy(returnTracking: string | null, labelNumber: string): boolean {
  const normalize = (text: string) => text.replaceAll(/[^\da-z]/gi, '').toUpperCase()
  return returnTracking !== null && normalize(returnTracking).includes(normalize(labelNumber))
}
