import { useEffect, useRef, useState } from 'react'
import type { ShippingRateData } from '#features/sales/shipping/contract.ts'
import { call, isApiFailure } from '#web/app/calls/api.ts'
import type { CartItem } from '#web/shared/cart/cart-items.ts'
import { offersRates } from '../form/checkout-form.ts'
import type { CheckoutForm } from '../form/checkout-form.ts'
import {
  selectShipments,
  combineShipmentRates,
  toRateRequest,
  RATES_FAILED,
  RATES_REFUSED,
  toShipments,
} from './rate-selection.ts'
import type { SelectedShipment, RatesState } from './rate-selection.ts'

/** How long typing must pause before rates are requested, in milliseconds; changes of the cart do not wait. */
const TYPING_PAUSE_MS = 400

/** The offered rates, the selected rate of each shipment, and the combined rate of the order. */
type CheckoutRates = Readonly<{
  rates: RatesState
  shipments: readonly SelectedShipment[]
  rate: ShippingRateData | undefined
  isStale: boolean
  ask: () => void
}>

/**
 * Returns the shipping rates of the cart to the form's address. `ask` requests them again, and so does a change of the
 * cart or of an address field that affects rates. After a change of the cart alone, the previous rates stay visible, as
 * they rarely change; `isStale` is true until the new ones are loaded.
 */
export function useRates(form: CheckoutForm, items: readonly CartItem[]): CheckoutRates {
  const [round, setRound] = useState(0)
  const [answer, setAnswer] = useState<RatesAnswer>()
  const lastDestination = useRef<string>(undefined)
  const rateRequest = offersRates(form) ? toRateRequest(form, items) : null
  const destination = rateRequest && `${round} ${JSON.stringify(rateRequest.shipmentDetails)}`
  const body = rateRequest && JSON.stringify(rateRequest)
  // A change of prices may make a service free, or no longer free.
  const prices = items.map(({ newPrice }) => newPrice).join(' ')
  const requestKey = destination && `${destination} ${body} ${prices}`

  useEffect(() => {
    if (body === null || destination === null || requestKey === null) return
    const abort = new AbortController()
    const pause = lastDestination.current === destination ? 0 : TYPING_PAUSE_MS
    const timer = setTimeout(async () => {
      lastDestination.current = destination
      const rates = await fetchRates(JSON.parse(body), abort.signal)
      if (!abort.signal.aborted) setAnswer({ place: destination, question: requestKey, rates })
    }, pause)
    return () => {
      clearTimeout(timer)
      abort.abort()
    }
  }, [body, destination, requestKey])

  const rates = currentRates({ place: destination, question: requestKey }, answer)
  const isStale = rates.state === 'offered' && answer?.question !== requestKey
  const shipments = selectShipments(form, rates)
  return { rates, shipments, rate: combineShipmentRates(shipments), isStale, ask: () => setRound(round + 1) }
}

type RatesAnswer = Readonly<{ place: string; question: string; rates: RatesState }>
type RatesRequestKeys = Readonly<{ place: string | null; question: string | null }>

function currentRates({ place, question }: RatesRequestKeys, answer: RatesAnswer | undefined): RatesState {
  if (question === null) return { state: 'none' }
  const isForThese = answer?.question === question
  const isSameDestination = answer?.place === place && answer.rates.state === 'offered'
  return answer && (isForThese || isSameDestination) ? answer.rates : { state: 'loading' }
}

async function fetchRates(body: ReturnType<typeof toRateRequest>, signal: AbortSignal): Promise<RatesState> {
  try {
    const answer = await call('POST /shipping/rates', { body }, { signal })
    if (answer.rates.length === 0) return { state: 'failed', message: RATES_REFUSED }
    return { state: 'offered', shipments: toShipments(answer) }
  } catch (error) {
    if (isApiFailure(error)) return { state: 'failed', message: RATES_REFUSED, reason: error.message }
    return { state: 'failed', message: RATES_FAILED }
  }
}
