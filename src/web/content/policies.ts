import type { ShippingRule } from '#core/shipping/shipping-rules.ts'

/** A section of the shop's policies: its heading and its sentences. */
export type PolicySection = Readonly<{ heading: string; texts: readonly string[] }>

/**
 * Returns the sections of the policies page: shipping and returns (POLICY-01 to POLICY-07), and credentials (CLAIM-10
 * to CLAIM-12). The figures of shipping are those of `rules`; with Singapore's built-in ones the sentences are the
 * product document's, word for word. Without rules a carrier or the supplier decides, and the sentences have no
 * figures. `handlingDays` are business days, if the supplier states them; `returnDays` is the operators' deadline.
 * Returns and credentials are copy for which the operator is responsible.
 */
export function policySections(
  rules: readonly ShippingRule[] | undefined,
  {
    handlingDays = null,
    returnDays = 30,
  }: Readonly<{ handlingDays?: number | null; returnDays?: number }> = {},
): readonly PolicySection[] {
  return [
    { heading: 'Shipping', texts: shippingTexts(rules, handlingDays) },
    {
      heading: 'Returns',
      texts: [
        `Return within ${returnDays} days, unused and in original packaging.`,
        'Refunds within 7-10 days.',
        "Shipping is non-refundable unless the seller's mistake.",
      ],
    },
    CREDENTIALS,
  ]
}

const CREDENTIALS: PolicySection = {
  heading: 'Credentials',
  texts: [
    'Holder of a top-seller award.',
    'Shipping through a carrier partnership.',
    'Verified supplier badge on a wholesale marketplace.',
  ],
}

function shippingTexts(
  rules: readonly ShippingRule[] | undefined,
  handlingDays: number | null,
): readonly string[] {
  const figures = rules
    ? ruleTexts(rules)
    : ['Fees and delivery days are shown for your address at checkout.']
  const processing =
    handlingDays === null
      ? 'Processing 1-2 business days.'
      : handlingDays === 0
        ? 'Processing on the same day.'
        : `Processing up to ${handlingDays} working ${handlingDays === 1 ? 'day' : 'days'}.`
  return [processing, ...figures, 'International shipping to select countries.']
}

/** The services whose days the policy states, in display order. */
const NAMED_SERVICES = ['Standard', 'Expedited', 'Express']

function ruleTexts(rules: readonly ShippingRule[]): readonly string[] {
  const freeFrom = rules.find(({ service }) => service === 'Standard')?.freeFromAmount ?? null
  const days = NAMED_SERVICES.flatMap((name) => {
    const rule = rules.find(({ service }) => service === name)
    return rule ? [`${name} ${rule.minDays}-${rule.maxDays} days`] : []
  })
  return [
    ...(freeFrom === null ? [] : [`Free standard shipping over $${freeFrom / 100}.`]),
    `Delivery: ${days.join(', ')}.`,
  ]
}
