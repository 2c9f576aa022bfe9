import type { Queryable } from '#database/database.ts'
import { findPieceParcel, listPiecesToSend } from '#features/catalog/service.ts'
import { AppError, notFound } from '#ground/errors.ts'
import { newSecretId } from '#ground/ids.ts'
import { SHOP_CURRENCY } from '#ground/money.ts'
import { HOUR, later } from '#ground/time.ts'
import { isPostcode } from './address.ts'
import { findCountry } from './countries.ts'
import { contentsOf, type Measures, parcelOf, STANDARD_PARCEL, type WantedPiece } from './parcel.ts'
import type { RateSource, Shipment } from './port.ts'
import { findRate, insertRates, type QuotedRate } from './queries.ts'
import { badPostcode, countryNotServed } from './refusals.ts'
import { atLeastStandard, deliveryOptions, type DeliveryOption } from './rules.ts'

export { isPostcode, normalisePhone } from './address.ts'
export { readAddresses, rememberAddress } from './address-book.ts'
export { deleteAddresses } from './address-queries.ts'
export { findCountry, listCountries } from './countries.ts'
export { needsCustoms, tariffNumberOf } from './customs.ts'
export { type Measures, parcelToLabel } from './parcel.ts'
export type { QuotedRate } from './queries.ts'
export { badPostcode, countryNotServed } from './refusals.ts'
export { neededOfAddress } from './rules.ts'

/** How long a quoted rate is honoured. */
export const RATE_LIFETIME = HOUR

/** What is to be sent, and where to; `pieces` are those of the cart, where the asker names them. */
export type Quoting = Readonly<{
  shipment: Shipment
  pieces: readonly WantedPiece[]
  now: Date
  rateSource: RateSource
}>

/**
 * Asks the carrier for the rates of a parcel and keeps them under ids that cannot be guessed, cheapest first. Where all pieces'
 * weights are known it is the parcel they make, and the rates are good for these pieces alone; else the asker's, at least the
 * standard one. Throws `country_not_served` and `bad_postcode`, and `unavailable` when the carrier does not answer.
 */
export async function quoteShipping(
  db: Queryable,
  { shipment, pieces, now, rateSource }: Quoting,
): Promise<QuotedRate[]> {
  if (!findCountry(shipment.country)) throw countryNotServed()
  if (!isPostcode(shipment.postcode, shipment.country)) throw badPostcode()
  const measured = await measuredParcel(db, pieces)
  const parcel = measured ? { ...shipment, ...measured } : atLeastStandard(shipment)
  const rates = await rateSource(parcel)
  if (rates.length === 0) throw countryNotServed()
  const quoted = rates
    .map((rate) => ({
      ...rate,
      id: newSecretId('rate'),
      country: shipment.country,
      postcode: shipment.postcode,
      currency: SHOP_CURRENCY,
      weightGrams: Math.ceil(parcel.weightGrams),
      contents: measured ? contentsOf(pieces) : null,
      expiresAt: later(now, RATE_LIFETIME),
    }))
    .sort((a, b) => a.amount - b.amount || a.estimatedDays - b.estimatedDays)
  await insertRates(db, quoted)
  return quoted
}

async function measuredParcel(db: Queryable, pieces: readonly WantedPiece[]): Promise<Measures | undefined> {
  if (pieces.length === 0) return undefined
  const found = await listPiecesToSend(db, pieces)
  return found.length === pieces.length ? parcelOf(found) : undefined
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
  const { fromCountry } = piece
  const measures = parcelOf([{ ...piece, quantity: 1 }]) ?? STANDARD_PARCEL
  const parcel = { fromCountry, country, postcode: '', city: '', state: '', ...measures }
  const options = deliveryOptions(await rateSource(parcel))
  if (options.length === 0) throw countryNotServed()
  return { sentFrom: fromCountry, options }
}

/** The place and the pieces that a rate is to be used for. */
export type RateUse = Readonly<{
  id: string
  country: string
  postcode: string
  pieces: readonly WantedPiece[]
  now: Date
}>

/**
 * The kept rate of this id. Throws `rate_unknown` when there is none, it has expired, or it was quoted for
 * another country or postcode, or for other pieces.
 */
export async function openRate(
  db: Queryable,
  { id, country, postcode, pieces, now }: RateUse,
): Promise<QuotedRate> {
  const rate = await findRate(db, id, now)
  const isForThese = rate?.contents === null || rate?.contents === contentsOf(pieces)
  if (rate?.country === country && rate.postcode === postcode && isForThese) return rate
  throw rateUnknown()
}

/**
 * Throws `rate_unknown` when a rate that was quoted for no pieces in particular is for a lighter parcel than these make by what
 * is known of their weights, in grams a piece.
 */
export function checkWeight(
  { contents, weightGrams }: QuotedRate,
  pieces: readonly Readonly<{ weightGrams: number | null; quantity: number }>[],
): void {
  const known = pieces.reduce((sum, piece) => sum + (piece.weightGrams ?? 0) * piece.quantity, 0)
  if (contents === null && known > weightGrams) throw rateUnknown()
}

function rateUnknown() {
  return new AppError(
    'refused',
    'rate_unknown',
    'That shipping rate is not offered any more. Please choose again.',
  )
}
