import type { BusinessData } from '#features/identity/teams/contract.ts'
import { readUser, type StoredUser } from './session.ts'

/**
 * The storage key of the business that the signed-in account acts for. It is in this tab, and for new tabs in this
 * browser.
 */
export const BUSINESS_KEY = 'business'

/** A business that an account acts for, as it was when it was chosen. */
export type ChosenBusiness = Readonly<{
  /** The account that chose it: of no meaning to another that signs in here. */
  userId: string
  business: Pick<BusinessData, 'id' | 'type' | 'name' | 'isOwn' | 'roles'>
}>

/** Returns the business that the signed-in account has chosen to act for. Broken data counts as none. */
export function readBusiness(): ChosenBusiness['business'] | undefined {
  try {
    // The tab's own comes first, so that another tab that changes the business leaves the calls of this one alone.
    const raw = sessionStorage.getItem(BUSINESS_KEY) ?? localStorage.getItem(BUSINESS_KEY)
    const chosen: ChosenBusiness | null = JSON.parse(raw ?? 'null')
    const isSound = Array.isArray(chosen?.business?.roles) && chosen.userId === readUser()?.id
    return isSound ? chosen.business : undefined
  } catch {
    return undefined
  }
}

/** Returns the ID that calls send to act for another account's business; undefined for one's own. */
export function readBusinessId(): string | undefined {
  const business = readBusiness()
  return business?.isOwn === false ? business.id : undefined
}

/** Returns the type of the business that calls are for: of the chosen one, else of the account itself. */
export function readActingType(): StoredUser['type'] | undefined {
  return readBusiness()?.type ?? readUser()?.type
}
