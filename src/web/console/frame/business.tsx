import { useQuery } from '@tanstack/react-query'
import { createContext, type ReactNode, useContext, useEffect } from 'react'
import { type BusinessType, listPermissions, type Permission } from '#core/access/permissions.ts'
import { call } from '#web/app/calls/api.ts'
import type { SelectedBusiness } from '#web/app/session/business.ts'
import { chooseBusiness, useSelectedBusiness } from '#web/app/session/choose-business.ts'
import type { StoredUser } from '#web/app/session/session.ts'
import { BUSINESSES_KEY, consoleQueries } from '../data/console-data.tsx'

type Business = SelectedBusiness['business']

/** The business of a console, and the permissions of the signed-in account there. */
export type ActingBusiness = Readonly<{
  business: Business
  /** Whether an operator views it, who cannot change anything. */
  isViewing: boolean
  can: (permission: Permission) => boolean
}>

const BusinessContext = createContext<ActingBusiness | undefined>(undefined)

/** Returns the business of the console. Throws outside of suppliers' and vendors' consoles. */
export function useBusiness(): ActingBusiness {
  const found = useContext(BusinessContext)
  if (!found) throw new Error('this is shown in a console of a business only')
  return found
}

/** Returns a function that checks whether the signed-in account's role has a permission in the console's business. */
export function useCan(): ActingBusiness['can'] {
  return useBusiness().can
}

/**
 * Returns the title of a business's home page. It is a greeting, or the name of the business to an operator who
 * views it.
 */
export function useHomeTitle({ firstName }: StoredUser): string {
  const { business, isViewing } = useBusiness()
  return isViewing ? business.name : firstName ? `Hello, ${firstName}` : 'Welcome'
}

/** Provides the console's business to its children. */
export function BusinessProvider({ acting, children }: { acting: ActingBusiness; children: ReactNode }) {
  return <BusinessContext value={acting}>{children}</BusinessContext>
}

/** Returns the businesses that the signed-in account can act for. */
export function useBusinesses(userId: string | undefined) {
  return useQuery({
    queryKey: [BUSINESSES_KEY, userId],
    queryFn: async ({ signal }) => (await call('GET /team/businesses', {}, { signal })).businesses,
    enabled: userId !== undefined,
    staleTime: 60_000,
  })
}

/** Switches the signed-in account to another business and clears the data of the previous one. */
export function switchBusiness(business: Business): void {
  consoleQueries.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== BUSINESSES_KEY })
  chooseBusiness(business)
}

/**
 * Returns the business of a type that the signed-in account acts for. It is the selected one, its own, or the first
 * of its teams; `undefined` until that is known, `null` if there is none. A selected or own business is known without
 * a request.
 */
export function useActingBusiness(
  user: StoredUser | undefined,
  type: StoredUser['type'],
): ActingBusiness | null | undefined {
  const chosen = useSelectedBusiness()
  const isBusiness = type !== 'operator'
  const query = useBusinesses(isBusiness ? user?.id : undefined)
  const candidates = query.data?.filter((one) => one.type === type)
  const found = candidates && (candidates.find(({ id }) => id === chosen?.id) ?? candidates[0])
  const assumed = chosen?.type === type ? chosen : user && isBusiness ? toOwn(user, type) : undefined
  const business = candidates ? found : assumed

  // Calls use the selected business: the page waits until it is the one of this console.
  useEffect(() => {
    if (!business || isSame(chosen, business)) return
    if (chosen?.id === business.id) chooseBusiness(business)
    else switchBusiness(business)
  })
  if (!user || !isBusiness) return null
  if (!business) return candidates || query.isError ? null : undefined
  if (chosen?.id !== business.id) return undefined
  const { roles } = business
  return {
    business,
    isViewing: user.type === 'operator',
    can: (permission) =>
      roles.some((role) => listPermissions(type, role).includes(permission)) &&
      (user.type !== 'operator' || permission.endsWith(':read')),
  }
}

function toOwn(user: StoredUser, type: BusinessType): Business | undefined {
  if (user.type !== type) return undefined
  const name = user.companyName ?? `${user.firstName} ${user.lastName}`
  return { id: user.id, type, name, isOwn: true, roles: ['owner'] }
}

function isSame(chosen: Business | undefined, business: Business): boolean {
  return (
    chosen?.id === business.id &&
    chosen.name === business.name &&
    chosen.roles.join() === business.roles.join()
  )
}
