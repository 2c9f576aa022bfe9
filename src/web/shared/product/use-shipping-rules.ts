import { type ShippingRule, getShippingRules } from '#core/shipping/shipping-rules.ts'
import { readSettings } from '#web/app/browser-settings.ts'
import { DEFAULT_DELIVERY, useDeliveryCountry } from '../address/delivery-country.ts'

/**
 * Returns the built-in shipping rules for the shopper's country. It adds the country's name if it is not the shop's
 * own. There are no rules if carriers or the supplier determine shipping costs.
 */
export function useShippingRules({ hasOwnRates }: Readonly<{ hasOwnRates: boolean }>): Readonly<{
  rules: readonly ShippingRule[] | undefined
  elsewhere: string | undefined
}> {
  const { code, name } = useDeliveryCountry()
  const rules = hasOwnRates || readSettings().hasCarrierRates ? undefined : getShippingRules(code)
  return { rules, elsewhere: code === DEFAULT_DELIVERY.code ? undefined : name }
}
