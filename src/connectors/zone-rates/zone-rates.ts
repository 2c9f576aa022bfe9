import type { CarrierRate, RateSource, Shipment } from '#features/sales/shipping/port.ts'
import { getShippingRules } from '#core/shipping/shipping-rules.ts'

/** The cubic millimetres that count as a gram: the carriers' usual divisor of 5,000 cm³ per kilogram. */
const VOLUME_PER_GRAM = 5_000

/**
 * Returns rates by the built-in shipping rules, for shops without a carrier account. Every country has several
 * services, priced by the heavier of weight and volume. The rates apply to each supplier's shipment, from any origin.
 */
export const zoneRates: RateSource = async (shipment) => {
  const kilos = getChargeableKilos(shipment)
  return getShippingRules(shipment.country).map(
    ({ service, minDays, maxDays, baseAmount, perKiloAmount, freeFromAmount }): CarrierRate => ({
      service,
      minDays,
      estimatedDays: maxDays,
      amount: baseAmount + Math.round(perKiloAmount * kilos),
      freeFromAmount,
    }),
  )
}

function getChargeableKilos({ weightGrams, lengthMm, widthMm, heightMm }: Shipment): number {
  const grams = Math.max(weightGrams, (lengthMm * widthMm * heightMm) / VOLUME_PER_GRAM)
  return Math.ceil(grams / 500) / 2
}
