import { useNavigateTo } from '#web/app/router/navigation.ts'
import { useEffect, useRef } from 'react'

/** The query of a page's address, by name; empty and undefined values are omitted. */
export type AddressQuery = Readonly<Record<string, string | number | undefined>>

/** Returns an address with a query. */
export function toAddress(path: string, query: AddressQuery): string {
  const entries = Object.entries(query).filter(([, value]) => value !== undefined && value !== '')
  const text = new URLSearchParams(entries.map(([name, value]) => [name, String(value)])).toString()
  return text === '' ? path : `${path}?${text}`
}

/** Changes parameters of a page's address; `keepScroll` preserves the scroll position. */
export type AddressChange = (change: AddressQuery, options?: Readonly<{ keepScroll?: boolean }>) => void

/** Returns a function that changes the page's address; the router reloads nothing. */
export function useAddressChange(path: string, search: Readonly<Record<string, string>>): AddressChange {
  const go = useNavigateTo()
  const latest = useRef(search)
  useEffect(() => {
    latest.current = search
  })
  return (change, { keepScroll = false } = {}) => {
    // A user who has followed a link meanwhile must not be redirected back.
    if (location.pathname !== path) return
    void go(toAddress(path, { ...latest.current, ...change }), { replace: true, keepScroll })
  }
}
