import { useSyncExternalStore } from 'react'
import { BUSINESS_KEY, type SelectedBusiness, readBusiness } from './business.ts'
import { readUser } from './session.ts'

/** The home page of the console for each type of business. */
export const BUSINESS_HOMES = { manufacturer: '/dashboard/supplier', vendor: '/dashboard/vendor' } as const

/** Returns the selected business, and updates when another is selected in this tab; undefined on the server. */
export function useSelectedBusiness(): SelectedBusiness['business'] | undefined {
  return useSyncExternalStore(subscribe, readSameBusiness, () => undefined)
}

/**
 * Selects the business that the signed-in account acts for, in this tab and in later tabs. A business that an
 * operator views is selected in this tab only.
 */
export function chooseBusiness(business: SelectedBusiness['business']): void {
  const [ofTab, ...ofBrowser] = getStorages()
  if (ofTab) keep(readUser()?.type === 'operator' ? [ofTab] : [ofTab, ...ofBrowser], business)
  dispatchEvent(new Event(BUSINESS_CHANGED))
}

function keep(
  storages: readonly Storage[],
  { id, type, name, isOwn, roles }: SelectedBusiness['business'],
): void {
  const userId = readUser()?.id
  if (userId === undefined) return
  const chosen: SelectedBusiness = { userId, business: { id, type, name, isOwn, roles } }
  for (const storage of storages) storage.setItem(BUSINESS_KEY, JSON.stringify(chosen))
}

/** Resets the account to its own business. */
export function forgetBusiness(): void {
  for (const storage of getStorages()) storage.removeItem(BUSINESS_KEY)
  dispatchEvent(new Event(BUSINESS_CHANGED))
}

const BUSINESS_CHANGED = 'businessChanged'

let latest: SelectedBusiness['business'] | undefined

/** Returns the same object until the business changes. */
function readSameBusiness(): SelectedBusiness['business'] | undefined {
  const business = readBusiness()
  if (JSON.stringify(business) !== JSON.stringify(latest)) latest = business
  return latest
}

function subscribe(listener: () => void): () => void {
  // From here on this tab keeps the business that it has shown.
  const business = readBusiness()
  if (business) keep([sessionStorage], business)
  addEventListener(BUSINESS_CHANGED, listener)
  return () => removeEventListener(BUSINESS_CHANGED, listener)
}

function getStorages(): readonly Storage[] {
  try {
    return [sessionStorage, localStorage]
  } catch {
    return []
  }
}
