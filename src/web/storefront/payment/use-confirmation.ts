import { useEffect, useState } from 'react'
import { call, isApiFailure } from '#web/app/calls/api.ts'
import { toast } from '#web/app/toast.ts'
import { finishOrder } from '../checkout/order/finish-order.ts'
import { initialConfirmation, confirmationReducer, NOT_CONFIRMED } from './confirmation.ts'
import type { ConfirmationState, ConfirmationEvent } from './confirmation.ts'

/** Asks the server to confirm a payment when the page is shown, and again by `retry`. */
export function useConfirmation(
  transactionId: string,
): Readonly<{ state: ConfirmationState; retry: () => void }> {
  const [state, setState] = useState(() => initialConfirmation(transactionId))
  const [round, setRound] = useState(0)

  useEffect(() => {
    if (transactionId === '') return
    const abort = new AbortController()
    const happen = (event: ConfirmationEvent) => setState((before) => confirmationReducer(before, event))
    happen({ kind: 'requested' })
    void confirm(transactionId, abort.signal).then((event) => event && happen(event))
    return () => abort.abort()
  }, [transactionId, round])

  return { state, retry: () => setRound(round + 1) }
}

/** Asks once and says what the shopper has to know; nothing when nobody waits for the answer any more. */
async function confirm(transactionId: string, signal: AbortSignal): Promise<ConfirmationEvent | undefined> {
  try {
    const { orderID } = await call(
      'GET /shop/updateOrder/{id}',
      { params: { id: transactionId } },
      { signal },
    )
    finishOrder(orderID)
    return { kind: 'confirmed', orderId: orderID }
  } catch (error) {
    if (signal.aborted) return undefined
    const message = isApiFailure(error) && error.message ? error.message : NOT_CONFIRMED
    toast.error(message)
    return isApiFailure(error) ? { kind: 'refused', message } : { kind: 'broken' }
  }
}
