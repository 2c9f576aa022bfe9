import { useQueries, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { LabelQuoteData } from '#features/sales/orders/labels/contract.ts'
import { call, explainError } from '#web/app/calls/api.ts'
import type { AnswerTo } from '#web/app/calls/endpoints.ts'
import { toQuoteQuery, type Rate } from '../label/use-label.ts'

/** A label of a batch, with its order. */
export type BatchLabel = AnswerTo<'GET /supplier/label-batches/{batch}'>['labels'][number]

/** An order for which no label was requested, and the reason. */
export type RefusedLabel = Readonly<{ id: string; message: string }>

/** An order of the review: its quote and rate, or why its label can't be bought. */
export type ReviewRow = Readonly<{
  id: string
  quote: LabelQuoteData | undefined
  rate: Rate | undefined
  isLoading: boolean
  /** Why the label can't be bought here; the order's own page has details. */
  problem: string | undefined
}>

/** Returns the review of labels for orders, and a function that selects another service for an order. */
export function useLabelReview(orderIds: readonly string[]) {
  const [services, setServices] = useState<Readonly<Record<string, string>>>({})
  const queries = useQueries({ queries: orderIds.map((id) => toQuoteQuery(id)) })
  const rows = orderIds.map((id, index): ReviewRow => {
    const query = queries[index]
    const quote = query?.data
    const rate = quote?.rates.find(({ service }) => service === (services[id] ?? quote.selected))
    const problem = query?.isError
      ? explainError(query.error, 'We couldn’t get rates for this order.')
      : quote && describeProblem(quote)
    return { id, quote, rate, isLoading: query?.isPending ?? true, problem }
  })
  return { rows, choose: (id: string, service: string) => setServices({ ...services, [id]: service }) }
}

function describeProblem({ missing, problem }: LabelQuoteData): string | undefined {
  if (missing.includes('sender')) return 'The warehouse has no address yet.'
  if (missing.includes('customs')) return 'Customs needs more details.'
  return problem ?? undefined
}

const refusedKey = (batch: string) => ['supplier', 'label-batch-refused', batch]

/**
 * Returns a function that buys the labels of a review as one batch. It caches the orders that the server refused
 * immediately.
 */
export function useBuyBatch() {
  const queries = useQueryClient()
  return async (batch: string, rows: readonly ReviewRow[]): Promise<void> => {
    const labels = rows.flatMap(({ id, rate }) =>
      rate
        ? [{ order: id, service: rate.service, quote: { currency: rate.currency, amount: rate.minorAmount } }]
        : [],
    )
    const { results } = await call('POST /supplier/labels', { body: { batch, labels } })
    queries.setQueryData<readonly RefusedLabel[]>(
      refusedKey(batch),
      results.filter(({ isDone }) => !isDone),
    )
    void queries.invalidateQueries({ queryKey: ['supplier', 'to-pack'] })
  }
}

/** Returns the labels of a batch and the immediately refused orders. It reloads until no label is being bought. */
export function useLabelBatch(batch: string) {
  const queries = useQueryClient()
  const query = useQuery({
    queryKey: ['supplier', 'label-batch', batch],
    queryFn: async ({ signal }) =>
      (await call('GET /supplier/label-batches/{batch}', { params: { batch } }, { signal })).labels,
    refetchInterval: ({ state }) => (state.data?.some(isBeingBought) ? 1_500 : false),
  })
  return { query, refused: queries.getQueryData<readonly RefusedLabel[]>(refusedKey(batch)) ?? [] }
}

/** Returns whether a label is being bought. */
export function isBeingBought({ state }: BatchLabel): boolean {
  return state === 'asked' || state === 'bought'
}

/** Returns sums of amounts by currency, the terms of a total such as `$212.40 + SGD 3.10`. */
export function sumByCurrency(
  amounts: readonly Readonly<{ currency: string; minorAmount: number; amount: number }>[],
): readonly Readonly<{ currency: string; amount: number }>[] {
  const groups = Map.groupBy(amounts, ({ currency }) => currency)
  return [...groups].map(([currency, group]) => {
    const minor = group.reduce((sum, { minorAmount }) => sum + minorAmount, 0)
    const perMinor = group.map(({ amount, minorAmount }) => minorAmount / amount).find(Number.isFinite) ?? 100
    return { currency, amount: minor / Math.round(perMinor) }
  })
}
