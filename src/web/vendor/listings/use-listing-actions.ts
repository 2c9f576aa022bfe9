import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call, explainError } from '#web/app/calls/api.ts'
import { useNavigateTo } from '#web/app/router/navigation.ts'
import { toast } from '#web/app/toast.ts'
import { planAddress } from '../console/addresses.ts'

/** Listings that something is done with, by the store they are in. */
export type ChosenListings = ReadonlyMap<string, readonly string[]>

/** So many products go in one call. */
const MAX_PRODUCTS = 500

/** Returns what can be done with listings; each says how it went, and the table is loaded again. */
export function useListingActions(onDone: () => void) {
  const queries = useQueryClient()
  const go = useNavigateTo()
  const refresh = () => {
    void queries.invalidateQueries({ queryKey: ['vendor', 'listings'] })
    onDone()
  }
  const onError = (error: unknown) =>
    toast.error(explainError(error, 'That didn’t work. Please try again in a moment.'))
  return {
    update: useMutation({
      mutationFn: async (chosen: ChosenListings) => {
        for (const [storeId, productIds] of chosen)
          await call('POST /vendor/listings/update', {
            body: { storeId, productIds: productIds.slice(0, MAX_PRODUCTS) },
          })
      },
      onSuccess() {
        toast.success('Price and stock are on their way to your store.')
        refresh()
      },
      onError,
    }),
    setOnSale: useMutation({
      mutationFn: async ({ chosen, isOnSale }: { chosen: ChosenListings; isOnSale: boolean }) => {
        for (const [storeId, productIds] of chosen)
          await call('POST /vendor/listings/on-sale', {
            body: { storeId, productIds: productIds.slice(0, MAX_PRODUCTS), isOnSale },
          })
      },
      onSuccess(_answer, { isOnSale }) {
        toast.success(isOnSale ? 'Your store puts them back on sale.' : 'Your store takes them off sale.')
        refresh()
      },
      onError,
    }),
    decide: useMutation({
      mutationFn: async ({
        chosen,
        decision,
      }: {
        chosen: ChosenListings
        decision: 'follow_rule' | 'keep_price'
      }) => {
        for (const [storeId, productIds] of chosen)
          await call('POST /vendor/listings/cost-alerts', {
            body: { storeId, productIds: productIds.slice(0, MAX_PRODUCTS), decision },
          })
      },
      onSuccess(_answer, { decision }) {
        toast.success(decision === 'follow_rule' ? 'Prices follow your rules.' : 'Prices stay as they are.')
        refresh()
      },
      onError,
    }),
    plan: useMutation({
      mutationFn: ({ storeId, productIds }: { storeId: string; productIds?: readonly string[] }) =>
        call('POST /vendor/publish-plans', {
          body: { storeId, ...(productIds ? { productIds: productIds.slice(0, MAX_PRODUCTS) } : {}) },
        }),
      onSuccess: ({ plan }) => go(planAddress(plan.id)),
      onError,
    }),
  }
}
