import { toDecimal } from '#core/money.ts'
import { ok, route, type Route } from '#platform/http/calls/route.ts'
import type { Enqueue } from '#platform/jobs/job.ts'
import { readAddresses, removeAddress, saveAddress, setDefaultAddress } from './addresses/address-book.ts'
import * as contract from './contract.ts'
import type { RateSource } from './port.ts'
import { listCountries } from './countries.ts'
import { listServedCountries } from './served-countries/served-countries.ts'
import { servedCountryRoutes } from './served-countries/routes.ts'
import { estimateDelivery, quoteShipments } from './rates/quote-shipments.ts'
import { warehouseAddressRoutes } from './warehouse-addresses/routes.ts'
import { warehouseRoutes } from './warehouses/routes.ts'
import { warehouseRuleRoutes } from './warehouse-rules/routes.ts'
import { combineRates, type OfferedRate } from './rules.ts'

/** Returns the routes of countries, shipping rates, and saved addresses. */
export function shippingRoutes({
  rateSource,
  enqueue,
}: Readonly<{ rateSource: RateSource; enqueue: Enqueue }>): Route[] {
  return [
    route(contract.getAllCountries, async ({ query: { scope } }, { db }) =>
      ok('Countries', {
        countries: [...(scope === 'all' ? listCountries() : await listServedCountries(db))],
      }),
    ),

    route(contract.getRates, async ({ body: { shipmentDetails: details, items } }, { db, now }) => {
      const shipment = {
        country: details.toCountry.toUpperCase(),
        postcode: details.toZip.toUpperCase(),
        city: details.toCity,
        state: details.toState,
        weightGrams: details.weight * 1000,
        lengthMm: details.length * 10,
        widthMm: details.width * 10,
        heightMm: details.height * 10,
      }
      const products = items.map(({ id, variantId, quantity }) => ({
        productId: id,
        variantId: variantId ?? null,
        quantity,
      }))
      const quotes = await quoteShipments(db, { shipment, units: products, now, rateSource })
      const shipments = quotes.flatMap(({ supplier, rates }) =>
        supplier
          ? [{ supplier: { id: supplier.publicId, name: supplier.name }, rates: rates.map(toRateView) }]
          : [],
      )
      const combined = combineRates(quotes.map(({ rates }) => rates))
      return ok('Shipping rates', { rates: combined.map(toRateView), shipments, error: null })
    }),

    route(contract.estimateDelivery, async ({ params, query }, { db, now }) => {
      const { sentFrom, options } = await estimateDelivery(db, {
        productId: params.id,
        variantId: query.variant ?? null,
        country: query.country.toUpperCase(),
        now,
        rateSource,
      })
      return ok('Delivery estimate', {
        sentFrom,
        options: options.map(({ amount, freeFromAmount, ...option }) => ({
          ...option,
          rate: toDecimal(amount),
          freeFrom: dollarsOrNull(freeFromAmount),
        })),
      })
    }),
    ...servedCountryRoutes,
    ...listWarehouseRoutes(enqueue),
    ...ADDRESS_ROUTES,
  ]
}

function listWarehouseRoutes(enqueue: Enqueue): Route[] {
  return [...warehouseRuleRoutes, ...warehouseRoutes(enqueue), ...warehouseAddressRoutes(enqueue)]
}

function toRateView({ id, service, minDays, estimatedDays, amount, freeFromAmount }: OfferedRate) {
  return {
    id,
    service,
    minDays,
    estimatedDays,
    rate: toDecimal(amount),
    freeFrom: dollarsOrNull(freeFromAmount),
  }
}

function dollarsOrNull(amount: number | null): number | null {
  return amount === null ? null : toDecimal(amount)
}

const ADDRESS_ROUTES: readonly Route[] = [
  route(contract.getAddresses, async (_input, { db, actor }) =>
    ok('Your addresses', { addresses: await readAddresses(db, actor.id) }),
  ),

  route(contract.saveAddress, async ({ body: { id, address, isDefault } }, { db, actor, now }) => {
    await saveAddress(db, { accountId: actor.id, publicId: id, form: address, isDefault, now })
    return ok('Your address has been saved.', { addresses: await readAddresses(db, actor.id) })
  }),

  route(contract.removeAddress, async ({ body: { id } }, { db, actor }) => {
    await removeAddress(db, { accountId: actor.id, publicId: id })
    return ok('The address has been removed.', { addresses: await readAddresses(db, actor.id) })
  }),

  route(contract.setDefaultAddress, async ({ body: { id } }, { db, actor }) => {
    await setDefaultAddress(db, { accountId: actor.id, publicId: id })
    return ok('This is now your default address.', {
      addresses: await readAddresses(db, actor.id),
    })
  }),
]
