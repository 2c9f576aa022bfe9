import { z } from 'zod'
import type { CarrierRate, RateSource, Shipment } from '#features/sales/shipping/port.ts'
import { unavailable } from '#core/errors.ts'
import { parseMinor, SHOP_CURRENCY } from '#core/money.ts'
import { sendEasyPostRequest, type EasyPostServer } from './request.ts'
import { type Origin, toEasyPostRateRequest } from './rate-request.ts'

/** EasyPost's server (docs.easypost.com). */
export const EASYPOST_SERVER = 'https://api.easypost.com'

/** The dependencies of EasyPost's rates. */
export type EasyPostRateSetup = EasyPostServer & Readonly<{ from: Origin }>

/** The time limit of both attempts together while a shopper waits, in milliseconds. */
const TIMEOUT_MS = 8_000
const ATTEMPTS = 2

const Rate = z.object({
  carrier: z.string().min(1),
  service: z.string().min(1),
  rate: z.string(),
  currency: z.string(),
  delivery_days: z.number().nullish(),
  est_delivery_days: z.number().nullish(),
})

const Rates = z.object({
  rates: z.array(Rate),
  messages: z.array(z.object({ carrier: z.string().nullish(), message: z.string().nullish() })).default([]),
})

/**
 * Returns shipping rates from EasyPost, without creating a shipment there. The shop stores the rates and buys a label
 * only when there is something to ship. Returns none when only the country is known, because carriers price by place.
 * Rates without days or not in the shop's currency are omitted. Throws `carriers_unreachable` when EasyPost does not
 * respond in eight seconds, or has no rate, with its reasons as the cause.
 */
export function easyPost(setup: EasyPostRateSetup): RateSource {
  return async (shipment) => {
    if (shipment.postcode === '' && shipment.city === '') return []
    const { rates, messages } = await fetchRates(setup, shipment)
    const usableRates = rates.flatMap(toCarrierRates)
    if (usableRates.length > 0) return usableRates
    const reasons = messages.map(
      ({ carrier, message }) => `${carrier ?? 'a carrier'}: ${message ?? 'no reason'}`,
    )
    throw carriersUnreachableError(new Error(`EasyPost has no rate that can be used. ${reasons.join('; ')}`))
  }
}

async function fetchRates(setup: EasyPostRateSetup, shipment: Shipment): Promise<z.output<typeof Rates>> {
  const signal = AbortSignal.timeout(TIMEOUT_MS)
  const body = toEasyPostRateRequest(shipment, setup.from)
  for (let attempt = 1; ; attempt++) {
    const response = await sendEasyPostRequest(setup, { path: '/beta/rates', body, signal })
    const canRetry = attempt < ATTEMPTS && !signal.aborted && response.isTransient
    if (canRetry) continue
    const parsed = Rates.safeParse(response.body)
    if (response.isOk && parsed.success) return parsed.data
    throw carriersUnreachableError(new Error(response.message))
  }
}

function toCarrierRates({ carrier, service, rate, currency, ...days }: z.output<typeof Rate>): CarrierRate[] {
  const amount = parseMinor(rate, currency)
  const estimatedDays = days.delivery_days ?? days.est_delivery_days
  if (amount === undefined || !estimatedDays || currency !== SHOP_CURRENCY) return []
  const rateFields = { service: normalizeService(`${carrier} ${service}`), amount }
  // EasyPost returns a single number of days, and no carrier's price depends on the value.
  return [{ ...rateFields, minDays: estimatedDays, estimatedDays, freeFromAmount: null }]
}

/**
 * Returns our name of a carrier's service, such as `USPS_GroundAdvantage` for `USPS` and `GroundAdvantage`.
 * Characters other than letters and digits become underscores.
 */
export function normalizeService(service: string): string {
  return service.replaceAll(/[^A-Za-z0-9]+/g, '_').replaceAll(/^_|_$/g, '')
}

function carriersUnreachableError(cause: Error) {
  return unavailable(
    'carriers_unreachable',
    'The carriers can’t be reached right now. Please try again in a moment.',
    cause,
  )
}
