import { useEffect, useRef, useState } from 'react'
import { call, isApiFailure } from '#web/api.ts'
import type { CartItem } from '#web/parts/cart-items.ts'
import { offersRates } from './checkout-form.ts'
import type { CheckoutForm } from './checkout-form.ts'
import { cheapestFirst, rateQuestion, RATES_FAILED, RATES_REFUSED } from './rate-choice.ts'
import type { Rates } from './rate-choice.ts'

/** A shopper who is still typing is not asked about at every letter; a cart changes by a press. */
const TYPING_PAUSE_MS = 400

/**
 * The shipping rates of the cart to the form's address, asked for anew whenever the cart changes or a part of the address that
 * matters to the carriers, and by `ask`. While only the cart has changed those of before stay: they are nearly always the same,
 * and nobody who presses on is made to wait for them.
 */
export function useRates(
  form: CheckoutForm,
  items: readonly CartItem[],
): Readonly<{ rates: Rates; ask: () => void }> {
  const [round, setRound] = useState(0)
  const [answer, setAnswer] = useState<Answer>()
  const lastPlace = useRef<string>(undefined)
  const asked = offersRates(form) ? rateQuestion(form, items) : null
  const place = asked && `${round} ${JSON.stringify(asked.shipmentDetails)}`
  const body = asked && JSON.stringify(asked)
  const question = place && `${place} ${body}`

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

  return { rates: ratesFor({ place, question }, answer), ask: () => setRound(round + 1) }
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
    const { rates } = await call('POST /shipping/rates', { body }, { signal })
    if (rates.length === 0) return { state: 'failed', message: RATES_REFUSED }
    return { state: 'offered', rates: cheapestFirst(rates) }
  } catch (error) {
    if (isApiFailure(error)) return { state: 'failed', message: RATES_REFUSED, reason: error.message }
    return { state: 'failed', message: RATES_FAILED }
  }
}
