import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { LabelQuoteData } from '#features/sales/orders/labels/contract.ts'
import { call } from '#web/app/calls/api.ts'
import { useNavigateTo } from '#web/app/router/navigation.ts'
import { toast } from '#web/app/toast.ts'
import { randomUuid } from '#web/shared/forms/random-uuid.ts'
import { supplierOrderAddress } from '../../console/addresses.ts'
import { EMPTY_DRAFT, type LabelDraft, type QuoteBody, toQuoteBody } from './label-draft.ts'

const TYPING_MS = 500

/** A rate at which a label can be bought. */
export type Rate = LabelQuoteData['rates'][number]

/** Returns the query of a label's quote: required data and rates of an order. */
export function toQuoteQuery(orderId: string, body: QuoteBody = {}) {
  return {
    // A key outside of `supplier`, which every action reloads: an order whose label is bought has no rates.
    queryKey: ['label-rates', orderId, body],
    queryFn: async ({ signal }: { signal: AbortSignal }) =>
      (await call('POST /supplier/orders/{id}/label-rates', { params: { id: orderId }, body }, { signal }))
        .quote,
    staleTime: 5 * 60_000,
    refetchOnWindowFocus: false,
  }
}

/** Returns a label's quote, its changes, and the selected rate. Rates are requested again when typing pauses. */
export function useLabelQuote(orderId: string) {
  const [draft, setDraft] = useState<LabelDraft>(EMPTY_DRAFT)
  const [service, setService] = useState<string>()
  const body = useDebounced(toQuoteBody(draft))
  const query = useQuery({ ...toQuoteQuery(orderId, body), placeholderData: keepPreviousData })
  const isSettled = JSON.stringify(body) === JSON.stringify(toQuoteBody(draft))
  const rates = query.data?.rates ?? []
  const rate = rates.find((one) => one.service === (service ?? query.data?.selected)) ?? rates[0]
  return {
    query,
    draft,
    change: (part: Partial<LabelDraft>) => setDraft((before) => ({ ...before, ...part })),
    rate,
    chooseService: setService,
    /** Whether the shown rates are for the current input. */
    isCurrent: isSettled && !query.isPlaceholderData && !query.isFetching,
    body,
  }
}

/** Returns a value once it has stopped changing. */
function useDebounced<Value>(value: Value): Value {
  const [settled, setSettled] = useState(value)
  const text = JSON.stringify(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(JSON.parse(text)), TYPING_MS)
    return () => clearTimeout(timer)
  }, [text])
  return settled
}

/** Returns a function that buys a label for the quoted parcel by a rate, and returns to the order. */
export function useBuyLabel(orderId: string) {
  const queries = useQueryClient()
  const go = useNavigateTo()
  // One key while the page is open, so that repeated requests buy a single label.
  const [idempotencyKey] = useState(randomUuid)
  return async (body: ReturnType<typeof toQuoteBody>, { service, currency, minorAmount }: Rate) => {
    const { message } = await call('POST /supplier/orders/{id}/labels', {
      params: { id: orderId },
      body: { ...body, service, quote: { currency, amount: minorAmount }, idempotencyKey },
    })
    toast.success(message)
    void queries.invalidateQueries({ queryKey: ['supplier'] })
    await go(supplierOrderAddress(orderId), { replace: true })
    queries.removeQueries({ queryKey: ['label-rates', orderId] })
  }
}
