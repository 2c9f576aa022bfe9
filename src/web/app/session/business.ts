import type { BusinessData } from '#features/identity/teams/contract.ts'
import { readUser, type StoredUser } from './session.ts'

/**
 * The storage key of the business that the signed-in account acts for. It is stored in this tab, and for new tabs in
 * this browser.
 */
export const BUSINESS_KEY = 'business'

/** The business that an account acts for, as of its selection. */
export type SelectedBusiness = Readonly<{
  /** The account that selected it; it does not apply to another account that signs in here. */
  userId: string
  business: Pick<BusinessData, 'id' | 'type' | 'name' | 'isOwn' | 'roles'>
}>

/** Returns the business that the signed-in account has selected to act for; undefined for invalid data. */
export function readBusiness(): SelectedBusiness['business'] | undefined {
  try {
    // The tab's own comes first, so that another tab's selection does not affect the calls of this one.
    const raw = sessionStorage.getItem(BUSINESS_KEY) ?? localStorage.getItem(BUSINESS_KEY)
    const chosen: SelectedBusiness | null = JSON.parse(raw ?? 'null')
    const isSound = Array.isArray(chosen?.business?.roles) && chosen.userId === readUser()?.id
    return isSound ? chosen.business : undefined
  } catch {
    return undefined
  }
}

/** Returns the id for calls on behalf of another account's business; undefined for the user's own. */
export function readBusinessId(): string | undefined {
  const business = readBusiness()
  return business?.isOwn === false ? business.id : undefined
}

/** Returns the type of the business of calls: of the selected one, else of the account itself. */
export function readActingType(): StoredUser['type'] | undefined {
  return readBusiness()?.type ?? readUser()?.type
}
