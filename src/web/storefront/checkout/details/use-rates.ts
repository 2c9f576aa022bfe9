import { useEffect, useRef, useState } from 'react'
import type { ShippingRateData } from '#features/sales/shipping/contract.ts'
import { call, isApiFailure } from '#web/app/calls/api.ts'
import type { CartItem } from '#web/shared/cart/cart-items.ts'
import { offersRates } from '../form/checkout-form.ts'
import type { CheckoutForm } from '../form/checkout-form.ts'
import {
  chosenShipments,
  rateOfAll,
  rateQuestion,
  RATES_FAILED,
  RATES_REFUSED,
  shipmentsIn,
} from './rate-choice.ts'
import type { ChosenShipment, Rates } from './rate-choice.ts'

/** A shopper who is still typing is not asked about at every letter; a cart changes by a press. */
const TYPING_PAUSE_MS = 400

/** The rates that are offered, those that are chosen for each shipment, and the one that an order names for all of them. */
type CheckoutRates = Readonly<{
  rates: Rates
  shipments: readonly ChosenShipment[]
  rate: ShippingRateData | undefined
  isStale: boolean
  ask: () => void
}>

/**
 * The shipping rates of the cart to the form's address, asked for anew whenever the cart changes or a part of the address that
 * matters to the carriers, and by `ask`. While only the cart has changed those of before stay shown, as they are nearly always the
 * same; `isStale` until those of the cart as it is are there.
 */
export function useRates(form: CheckoutForm, items: readonly CartItem[]): CheckoutRates {
  const [round, setRound] = useState(0)
  const [answer, setAnswer] = useState<Answer>()
  const lastPlace = useRef<string>(undefined)
  const asked = offersRates(form) ? rateQuestion(form, items) : null
  const place = asked && `${round} ${JSON.stringify(asked.shipmentDetails)}`
  const body = asked && JSON.stringify(asked)
  // Another price may make a service free, or no longer so.
  const prices = items.map(({ newPrice }) => newPrice).join(' ')
  const question = place && `${place} ${body} ${prices}`

  useEffect(() => {
    if (body === null || place === null || question === null) return
    const abort = new AbortController()
    const pause = lastPlace.current === place ? 0 : TYPING_PAUSE_MS
    const timer = setTimeout(async () => {
      lastPlace.current = place
      const rates = await askForRates(JSON.parse(body), abort.signal)
      if (!abort.signal.aborted) setAnswer({ place, question, rates })
    }, pause)
    return () => {
      clearTimeout(timer)
      abort.abort()
    }
  }, [body, place, question])

  const rates = ratesFor({ place, question }, answer)
  const isStale = rates.state === 'offered' && answer?.question !== question
  const shipments = chosenShipments(form, rates)
  return { rates, shipments, rate: rateOfAll(shipments), isStale, ask: () => setRound(round + 1) }
}

type Answer = Readonly<{ place: string; question: string; rates: Rates }>
type Asked = Readonly<{ place: string | null; question: string | null }>

function ratesFor({ place, question }: Asked, answer: Answer | undefined): Rates {
  if (question === null) return { state: 'none' }
  const isForThese = answer?.question === question
  const isForThePlace = answer?.place === place && answer.rates.state === 'offered'
  return answer && (isForThese || isForThePlace) ? answer.rates : { state: 'loading' }
}

async function askForRates(body: ReturnType<typeof rateQuestion>, signal: AbortSignal): Promise<Rates> {
  try {
    const answer = await call('POST /shipping/rates', { body }, { signal })
    if (answer.rates.length === 0) return { state: 'failed', message: RATES_REFUSED }
    return { state: 'offered', shipments: shipmentsIn(answer) }
  } catch (error) {
    if (isApiFailure(error)) return { state: 'failed', message: RATES_REFUSED, reason: error.message }
    return { state: 'failed', message: RATES_FAILED }
  }
}
