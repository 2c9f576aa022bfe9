import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call, explainError } from '#web/app/calls/api.ts'
import { useNavigateTo } from '#web/app/router/navigation.ts'
import { toast } from '#web/app/toast.ts'
import { planAddress } from '../console/addresses.ts'

/** Products that something is done with in a store. */
export type ChosenListings = Readonly<{ storeId: string; productIds: readonly string[] }>

/** What can be done with listings. */
export type ListingAction = 'update' | 'take_off' | 'put_back' | 'follow_rule' | 'keep_price'

/** So many products go in one call. */
const MAX_PRODUCTS = 500

const DONE_TEXTS: Readonly<Record<ListingAction, string>> = {
  update: 'Price and stock are on their way to your store.',
  take_off: 'Your store takes them off sale.',
  put_back: 'Your store puts them back on sale.',
  follow_rule: 'Prices follow your rules.',
  keep_price: 'Prices stay as they are.',
}

async function act(action: ListingAction, { storeId, productIds: all }: ChosenListings): Promise<unknown> {
  const productIds = all.slice(0, MAX_PRODUCTS)
  if (action === 'update') return call('POST /vendor/listings/update', { body: { storeId, productIds } })
  if (action === 'take_off' || action === 'put_back')
    return call('POST /vendor/listings/on-sale', {
      body: { storeId, productIds, isOnSale: action === 'put_back' },
    })
  return call('POST /vendor/listings/cost-alerts', { body: { storeId, productIds, decision: action } })
}

function toastFailure(error: unknown): void {
  toast.error(explainError(error, 'That didn’t work. Please try again in a moment.'))
}

/** Returns how to do something with listings, store by store; the table is loaded again. */
export function useListingAction(onDone: () => void) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: async ({ action, chosen }: { action: ListingAction; chosen: readonly ChosenListings[] }) => {
      for (const listings of chosen) await act(action, listings)
    },
    onSuccess(_answer, { action }) {
      toast.success(DONE_TEXTS[action])
      onDone()
    },
    onError: toastFailure,
    onSettled: () => void queries.invalidateQueries({ queryKey: ['vendor', 'listings'] }),
  })
}

/** Returns how to plan publishing to a store, of all that is selected or of some products; the plan opens. */
export function usePlanPublishing() {
  const go = useNavigateTo()
  return useMutation({
    mutationFn: ({ storeId, productIds }: { storeId: string; productIds?: readonly string[] }) =>
      call('POST /vendor/publish-plans', {
        body: { storeId, ...(productIds ? { productIds: productIds.slice(0, MAX_PRODUCTS) } : {}) },
      }),
    onSuccess: ({ plan }) => go(planAddress(plan.id)),
    onError: toastFailure,
  })
}
