import { useEffect, useState } from 'react'
import { call, isApiFailure } from '#web/api.ts'
import { offersRates } from './checkout-form.ts'
import type { CheckoutForm } from './checkout-form.ts'
import { cheapestFirst, RATES_FAILED, RATES_REFUSED, shipmentDetails } from './rate-choice.ts'
import type { Rates } from './rate-choice.ts'

/** A shopper who is still typing is not asked about at every letter. */
const TYPING_PAUSE_MS = 400

/**
 * The shipping rates of the form's address, asked for anew whenever a part of it changes that matters to the carriers,
 * and by `ask`.
 */
export function useRates(form: CheckoutForm): Readonly<{ rates: Rates; ask: () => void }> {
  const [round, setRound] = useState(0)
  const [answer, setAnswer] = useState<Answer>()
  const details = offersRates(form) ? JSON.stringify(shipmentDetails(form)) : null
  const question = details === null ? null : `${round} ${details}`

  useEffect(() => {
    if (details === null || question === null) return
    const abort = new AbortController()
    const timer = setTimeout(async () => {
      const rates = await askForRates(JSON.parse(details), abort.signal)
      if (!abort.signal.aborted) setAnswer({ question, rates })
    }, TYPING_PAUSE_MS)
    return () => {
      clearTimeout(timer)
      abort.abort()
    }
  }, [details, question])

  return { rates: ratesFor(question, answer), ask: () => setRound(round + 1) }
}

type Answer = Readonly<{ question: string; rates: Rates }>

function ratesFor(question: string | null, answer: Answer | undefined): Rates {
  if (question === null) return { state: 'none' }
  return answer?.question === question ? answer.rates : { state: 'loading' }
}

async function askForRates(details: ReturnType<typeof shipmentDetails>, signal: AbortSignal): Promise<Rates> {
  try {
    const { rates } = await call('POST /shipping/rates', { body: { shipmentDetails: details } }, { signal })
    if (rates.length === 0) return { state: 'failed', message: RATES_REFUSED }
    return { state: 'offered', rates: cheapestFirst(rates) }
  } catch (error) {
    if (isApiFailure(error)) return { state: 'failed', message: RATES_REFUSED, reason: error.message }
    return { state: 'failed', message: RATES_FAILED }
  }
}
