import { useSyncExternalStore } from 'react'
import type { CountryData } from '#features/shipping/contract.ts'

/** The local storage key of the country chosen in the header. */
const DELIVERY_KEY = 'deliverTo'

/** Where the shop sends until the shopper says otherwise (CONST-18). */
export const DEFAULT_DELIVERY: CountryData = { code: 'SG', name: 'Singapore' }

const listeners = new Set<() => void>()
let known: { raw: string | null; country: CountryData } = { raw: null, country: DEFAULT_DELIVERY }

/** The country the shopper chose in the header, which presets the checkout; the default where none can be read. */
export function readDeliveryCountry(): CountryData {
  const raw = readRaw()
  if (raw !== known.raw) known = { raw, country: parseCountry(raw) ?? DEFAULT_DELIVERY }
  return known.country
}

/** Keeps the choice for this browser, as far as its storage is to be had. */
export function chooseDeliveryCountry(country: CountryData): void {
  try {
    localStorage.setItem(DELIVERY_KEY, JSON.stringify(country))
  } catch {
    // A forbidden or full storage only means that the choice is not kept.
  }
  for (const changed of listeners) changed()
}

/** The chosen country; the default on the server and until the page is awake. */
export function useDeliveryCountry(): CountryData {
  return useSyncExternalStore(subscribe, readDeliveryCountry, () => DEFAULT_DELIVERY)
}

function subscribe(changed: () => void): () => void {
  listeners.add(changed)
  window.addEventListener('storage', changed)
  return () => {
    listeners.delete(changed)
    window.removeEventListener('storage', changed)
  }
}

function readRaw(): string | null {
  try {
    return localStorage.getItem(DELIVERY_KEY)
  } catch {
    return null
  }
}

function parseCountry(raw: string | null): CountryData | undefined {
  try {
    const value: unknown = JSON.parse(raw ?? 'null')
    if (typeof value !== 'object' || value === null || !('code' in value) || !('name' in value))
      return undefined
    const { code, name } = value
    return typeof code === 'string' && typeof name === 'string' ? { code, name } : undefined
  } catch {
    return undefined
  }
}
