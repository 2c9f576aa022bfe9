import { toDecimal } from '#ground/money.ts'
import { ok, route, type Route } from '#platform/http/route.ts'
import { estimateDelivery, getAllCountries, getRates } from './contract.ts'
import type { RateSource } from './port.ts'
import { estimatePieceDelivery, listCountries, quoteShipping } from './service.ts'

/** Countries and shipping rates. */
export function shippingRoutes(rateSource: RateSource): Route[] {
  return [
    route(getAllCountries, async () => ok('Countries', { countries: [...listCountries()] })),

    route(getRates, async ({ body: { shipmentDetails: asked } }, { db, now }) => {
      const shipment = {
        country: asked.toCountry.toUpperCase(),
        postcode: asked.toZip.toUpperCase(),
        city: asked.toCity,
        state: asked.toState,
        weightGrams: asked.weight * 1000,
        lengthMm: asked.length * 10,
        widthMm: asked.width * 10,
        heightMm: asked.height * 10,
      }
      const quoted = await quoteShipping(db, { shipment, now, rateSource })
      const rates = quoted.map(({ id, service, estimatedDays, amount }) => ({
        id,
        service,
        estimatedDays,
        rate: toDecimal(amount),
      }))
      return ok('Shipping rates', { rates, error: null })
    }),

    route(estimateDelivery, async ({ params, query }, { db }) => {
      const country = query.country.toUpperCase()
      const { sentFrom, options } = await estimatePieceDelivery(db, {
        productId: params.id,
        country,
        rateSource,
      })
      return ok('Delivery estimate', {
        sentFrom,
        options: options.map(({ amount, ...option }) => ({ ...option, rate: toDecimal(amount) })),
      })
    }),
  ]
}
