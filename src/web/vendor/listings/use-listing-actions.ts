import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call, explainError } from '#web/app/calls/api.ts'
import { useNavigateTo } from '#web/app/router/navigation.ts'
import { toast } from '#web/app/toast.ts'
import { planAddress } from '../console/addresses.ts'
import { useCostDecision } from './use-cost-decision.ts'

/** Selected products of a store. */
export type SelectedListings = Readonly<{ storeId: string; productIds: readonly string[] }>

/** The actions on listings. */
export type ListingAction = 'update' | 'take_off' | 'put_back' | 'follow_rule' | 'keep_price'

/** The most products in one call. */
export const MAX_PRODUCTS = 500

const DONE_TEXTS: Readonly<Record<ListingAction, string>> = {
  update: 'Price and stock are on their way to your store.',
  take_off: 'Your store is taking them off sale.',
  put_back: 'Your store is putting them back on sale.',
  follow_rule: 'Prices follow your rules.',
  keep_price: 'Prices stay unchanged.',
}

/** Performs an action on listings; returns the IDs of decisions that can be undone. */
async function act(action: ListingAction, { storeId, productIds: all }: SelectedListings): Promise<string[]> {
  const productIds = all.slice(0, MAX_PRODUCTS)
  if (action === 'update') {
    await call('POST /vendor/listings/update', { body: { storeId, productIds } })
    return []
  }
  if (action === 'take_off' || action === 'put_back') {
    const isOnSale = action === 'put_back'
    await call('POST /vendor/listings/on-sale', { body: { storeId, productIds, isOnSale } })
    return []
  }
  const body = { storeId, productIds, decision: action }
  const { decisionId } = await call('POST /vendor/listings/cost-alerts', { body })
  return decisionId === null ? [] : [decisionId]
}

/** Returns a function that performs an action on listings, store by store, and reloads the table. */
export function useListingAction(onDone: () => void) {
  const queries = useQueryClient()
  const { undo } = useCostDecision()
  return useMutation({
    mutationFn: async ({
      action,
      chosen,
    }: {
      action: ListingAction
      chosen: readonly SelectedListings[]
    }) => {
      const decisions: string[] = []
      for (const listings of chosen) decisions.push(...(await act(action, listings)))
      return decisions
    },
    onSuccess(decisions, { action }) {
      const onClick = () => {
        for (const id of decisions) undo.mutate(id)
      }
      if (decisions.length === 0) toast.success(DONE_TEXTS[action])
      else toast.success(DONE_TEXTS[action], { label: 'Undo', onClick })
      onDone()
    },
    onError: (error) =>
      toast.error(explainError(error, 'We couldn’t update the listings. Please try again in a moment.')),
    onSettled: () => void queries.invalidateQueries({ queryKey: ['vendor', 'listings'] }),
  })
}

/** Returns a function that plans publishing to a store, of the whole selection or some products, and opens the plan. */
export function usePlanPublishing() {
  const go = useNavigateTo()
  return useMutation({
    mutationFn: ({ storeId, productIds }: { storeId: string; productIds?: readonly string[] }) =>
      call('POST /vendor/publish-plans', {
        body: { storeId, ...(productIds ? { productIds: productIds.slice(0, MAX_PRODUCTS) } : {}) },
      }),
    onSuccess: ({ plan }) => go(planAddress(plan.id)),
    onError: (error) =>
      toast.error(explainError(error, 'We couldn’t create the plan. Please try again in a moment.')),
  })
}
