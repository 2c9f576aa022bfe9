import type { Queryable } from '#database/database.ts'
import { findPieceParcel } from '#features/catalog/service.ts'
import { AppError, notFound } from '#ground/errors.ts'
import { newSecretId } from '#ground/ids.ts'
import { SHOP_CURRENCY } from '#ground/money.ts'
import { HOUR, later } from '#ground/time.ts'
import { isPostcode } from './address.ts'
import { findCountry } from './countries.ts'
import type { RateSource, Shipment } from './port.ts'
import { findRate, insertRates, type QuotedRate } from './queries.ts'
import { badPostcode, countryNotServed } from './refusals.ts'
import { atLeastStandard, deliveryOptions, type DeliveryOption } from './rules.ts'

export { isPostcode, normalisePhone } from './address.ts'
export { readAddresses, rememberAddress } from './address-book.ts'
export { deleteAddresses } from './address-queries.ts'
export { findCountry, listCountries } from './countries.ts'
export type { QuotedRate } from './queries.ts'
export { badPostcode, countryNotServed } from './refusals.ts'
export { neededOfAddress } from './rules.ts'

/** How long a quoted rate is honoured. */
export const RATE_LIFETIME = HOUR

/**
 * Asks the carrier for the rates of a parcel, at least the standard one, and keeps them under ids that cannot be guessed, cheapest first.
 * Throws `country_not_served` and `bad_postcode`, and `unavailable` when the carrier does not answer.
 */
export async function quoteShipping(
  db: Queryable,
  { shipment, now, rateSource }: { shipment: Shipment; now: Date; rateSource: RateSource },
): Promise<QuotedRate[]> {
  if (!findCountry(shipment.country)) throw countryNotServed()
  if (!isPostcode(shipment.postcode, shipment.country)) throw badPostcode()
  const rates = await rateSource(atLeastStandard(shipment))
  if (rates.length === 0) throw countryNotServed()
  const quoted = rates
    .map((rate) => ({
      ...rate,
      id: newSecretId('rate'),
      country: shipment.country,
      postcode: shipment.postcode,
      currency: SHOP_CURRENCY,
      expiresAt: later(now, RATE_LIFETIME),
    }))
    .sort((a, b) => a.amount - b.amount || a.estimatedDays - b.estimatedDays)
  await insertRates(db, quoted)
  return quoted
}

/**
 * When one piece would be in a country and for how much, and where it comes from. The parcel is the one the checkout asks
 * rates for, so that the amounts are the checkout's; nothing is kept. Throws `product_not_found`, `country_not_served`,
 * and `unavailable` when the carrier does not answer.
 */
export async function estimatePieceDelivery(
  db: Queryable,
  { productId, country, rateSource }: { productId: string; country: string; rateSource: RateSource },
): Promise<{ sentFrom: string; options: readonly DeliveryOption[] }> {
  if (!findCountry(country)) throw countryNotServed()
  const piece = await findPieceParcel(db, productId)
  if (!piece) throw notFound('product_not_found', 'Product not found')
  const parcel = atLeastStandard({
    fromCountry: piece.fromCountry,
    country,
    postcode: '',
    city: '',
    state: '',
    weightGrams: piece.weightGrams ?? 0,
    lengthMm: piece.lengthMm ?? 0,
    widthMm: piece.widthMm ?? 0,
    heightMm: piece.heightMm ?? 0,
  })
  const options = deliveryOptions(await rateSource(parcel))
  if (options.length === 0) throw countryNotServed()
  return { sentFrom: piece.fromCountry, options }
}

/**
 * The kept rate of this id. Throws `rate_unknown` when there is none, it has expired, or it was quoted for
 * another country or postcode.
 */
export async function openRate(
  db: Queryable,
  { id, country, postcode, now }: { id: string; country: string; postcode: string; now: Date },
): Promise<QuotedRate> {
  const rate = await findRate(db, id, now)
  if (rate?.country === country && rate.postcode === postcode) return rate
  throw new AppError(
    'refused',
    'rate_unknown',
    'That shipping rate is not offered any more. Please choose again.',
  )
}
