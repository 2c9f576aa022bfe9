import { z } from 'zod'
import type { LabelRate, RateChoice } from '#features/sales/orders/port.ts'
import { type AppError, refused, unavailable } from '#core/errors.ts'
import { parseMinor } from '#core/money.ts'
import { toCarrierName } from './carrier-names.ts'
import { normalizeService } from './easypost.ts'
import type { EasyPostResponse } from './request.ts'

/** A rate of EasyPost for which a label can be bought. */
export const Rate = z.object({
  id: z.string(),
  carrier: z.string(),
  service: z.string(),
  rate: z.string(),
  currency: z.string(),
  delivery_days: z.number().nullish(),
  est_delivery_days: z.number().nullish(),
})

/** The reasons why carriers have no rate. */
export const RateMessages = z
  .array(z.object({ carrier: z.string().nullish(), message: z.string().nullish() }))
  .default([])

/** The response with rates that creates no shipment; its rates have no ids. */
const StatelessRates = z.object({
  rates: z.array(Rate.omit({ id: true })),
  messages: RateMessages,
})

type Shipment = Readonly<{ rates: readonly z.output<typeof Rate>[]; messages: z.output<typeof RateMessages> }>

/** Returns the rate of a shipment for buying its label. Throws `label_not_sold`. */
export function selectRate({ rates, messages }: Shipment, { service, atMost }: RateChoice) {
  const priced = rates.flatMap((rate) => {
    const amount = parseMinor(rate.rate, rate.currency)
    return amount === undefined ? [] : [{ ...rate, amount, name: toServiceName(rate) }]
  })
  const [cheapest] = priced.toSorted((a, b) => a.amount - b.amount)
  const wanted = priced.find(({ name }) => name === service)
  if (cheapest && atMost) return requireQuotedRate(wanted, atMost)
  const rate = wanted ?? cheapest
  if (rate) return rate
  throw noRateError(messages)
}

/** Returns the quoted rate. A rate that became more expensive is not bought: its supplier must decide again. */
function requireQuotedRate<Priced extends Readonly<{ amount: number; currency: string }>>(
  rate: Priced | undefined,
  atMost: NonNullable<RateChoice['atMost']>,
): Priced {
  if (!rate) throw labelRefusedError('the carrier no longer offers this service. Choose another rate.')
  if (rate.currency === atMost.currency && rate.amount <= atMost.amount) return rate
  throw labelRefusedError('its price has gone up since it was shown. Refresh the rates.')
}

function noRateError(messages: Shipment['messages']): AppError {
  const reasons = messages.map(
    ({ carrier, message }) => `${carrier ?? 'a carrier'}: ${message ?? 'no reason'}`,
  )
  return labelRefusedError(`no carrier takes it. ${reasons.join('; ')}`)
}

/** Returns our name of a carrier's service, such as `USPS_Express`. */
export function toServiceName({ carrier, service }: Readonly<{ carrier: string; service: string }>): string {
  return normalizeService(`${carrier} ${service}`)
}

/** Returns the rates of a response that have a price. Throws `label_not_sold` when there is none. */
export function parseRates(response: EasyPostResponse): LabelRate[] {
  const answer = StatelessRates.safeParse(response.body)
  if (!response.isOk && !response.isTransient) throw labelRefusedError(response.message)
  if (!response.isOk || !answer.success) throw unreachableError(response.message)
  const rates = answer.data.rates.flatMap((rate): LabelRate[] => {
    const amount = parseMinor(rate.rate, rate.currency)
    const days = rate.delivery_days ?? rate.est_delivery_days ?? null
    const carrier = toCarrierName(rate.carrier)
    const priced = { carrier, service: toServiceName(rate), currency: rate.currency, days }
    return amount === undefined ? [] : [{ ...priced, amount }]
  })
  if (rates.length === 0) throw noRateError(answer.data.messages)
  return rates
}

/** Returns the error for carriers that did not respond; a retry may help. */
export function unreachableError(message: string): AppError {
  return unavailable('carriers_unreachable', 'The carriers can’t be reached right now.', new Error(message))
}

/** Returns the error for a label that is not for sale. */
export function labelRefusedError(message: string): AppError {
  return refused('label_not_sold', `The label couldn’t be bought: ${message}`)
}
