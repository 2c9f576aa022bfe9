import { useEffect, useState } from 'react'
import type { CountryData } from '#features/sales/shipping/contract.ts'
import type { OwnStoreData } from '#features/catalogue/suppliers/contract.ts'
import { call } from '#web/app/calls/api.ts'
import { EMPTY_STORE, toStoreForm, type StoreForm } from './store-form.ts'
import { useOnboardingDraft } from '../product/use-onboarding-draft.ts'

/** Returns the form of the store: what was typed in this tab, else the saved store of the account. */
export function useOwnStore(countries: readonly CountryData[]): Readonly<{
  form: StoreForm
  change: (form: StoreForm) => void
  store: OwnStoreData | undefined
  /** Shows the store with a change that was kept at once. */
  show: (store: OwnStoreData) => void
  /** Shows what a save has answered, in the place of what was typed. */
  saved: (store: OwnStoreData) => void
  /** Whether anything was typed that is not saved. */
  isTouched: boolean
  isReady: boolean
  isSupplier: boolean
}> {
  const { isReady, draft, change, user, isSupplier } = useOnboardingDraft()
  const [store, setStore] = useState<OwnStoreData>()
  const owner = isSupplier ? user?.id : undefined

  useEffect(() => {
    setStore(undefined)
    if (owner === undefined) return undefined
    const controller = new AbortController()
    call('GET /shop/getMyStore', {}, { signal: controller.signal }).then(
      ({ store: own }) => {
        if (!controller.signal.aborted) setStore(own ?? undefined)
      },
      // The form can be filled in all the same; saving says what is wrong.
      () => undefined,
    )
    return () => controller.abort()
  }, [owner])

  return {
    form: draft.store ?? (store ? toStoreForm(store, countries) : EMPTY_STORE),
    change: (form) => change({ store: form }),
    store,
    show: setStore,
    saved: (own) => {
      setStore(own)
      change({ store: null })
    },
    isTouched: draft.store !== null,
    isReady,
    isSupplier,
  }
}
