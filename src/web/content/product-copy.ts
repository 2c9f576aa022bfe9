import type { ShippingRule } from '#core/shipping/shipping-rules.ts'

/** The packing list of all products (PDP-25). */
export const PACKING_LIST = [
  'The product, in its own pouch',
  'A gift box with a soft lining',
  'A care card for its metal and stones',
] as const

/** One of the four assurances under every product. */
export type Assurance = Readonly<{ icon: AssuranceIcon; name: string; note: string }>

/**
 * Returns the four assurances (PDP-29 to PDP-32). The one about free shipping names the service and value of `rules`,
 * or that a carrier decides.
 */
export function assurances(rules: readonly ShippingRule[] | undefined): readonly Assurance[] {
  return [
    { icon: 'quality', name: 'High Quality', note: 'Checked before shipping' },
    { icon: 'warranty', name: 'Warranty Protection', note: 'Over 2 years' },
    { icon: 'shipping', ...freeShipping(rules) },
    { icon: 'support', name: '24/7 Support', note: 'Day and night' },
  ]
}

function freeShipping(rules: readonly ShippingRule[] | undefined): Readonly<{ name: string; note: string }> {
  const rule = rules?.find(({ service }) => service === 'Expedited')
  if (!rule || rule.freeFromAmount === null) return { name: 'Tracked Shipping', note: 'Rates at checkout' }
  return { name: 'Free Shipping', note: `${rule.service}, order over ${rule.freeFromAmount / 100} $` }
}

/** The name of an assurance's icon. */
export type AssuranceIcon = 'quality' | 'warranty' | 'shipping' | 'support'
