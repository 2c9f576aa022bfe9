import { useSyncExternalStore } from 'react'
import type { CountryData } from '#features/sales/shipping/contract.ts'

/** The local storage key of the country selected in the header. */
export const DELIVERY_KEY = 'deliverTo'

/** The default delivery country of a shopper (CONST-18). */
export const DEFAULT_DELIVERY: CountryData = { code: 'SG', name: 'Singapore' }

const listeners = new Set<() => void>()
let cachedCountry: { raw: string | null; country: CountryData } = { raw: null, country: DEFAULT_DELIVERY }
/** A selection that could not be stored; it applies until the page is left. */
let unsavedCountry: CountryData | undefined

/** Returns the shopper's country, which presets estimates and the checkout; else the default. */
export function readDeliveryCountry(): CountryData {
  if (unsavedCountry) return unsavedCountry
  const raw = readRaw()
  if (raw !== cachedCountry.raw)
    cachedCountry = { raw, country: parseDeliveryCountry(raw) ?? DEFAULT_DELIVERY }
  return cachedCountry.country
}

/** Stores the country for this browser, or for this visit if its storage is full or forbidden. */
export function setDeliveryCountry(country: CountryData): void {
  try {
    localStorage.setItem(DELIVERY_KEY, JSON.stringify(country))
    unsavedCountry = undefined
  } catch {
    unsavedCountry = country
  }
  for (const listener of listeners) listener()
}

/** Returns the selected country; the default on the server and until the page is hydrated. */
export function useDeliveryCountry(): CountryData {
  return useSyncExternalStore(subscribe, readDeliveryCountry, () => DEFAULT_DELIVERY)
}

/** Parses the country in a stored text; undefined when it is invalid or too long. */
export function parseDeliveryCountry(raw: string | null): CountryData | undefined {
  if (raw === null || raw.length > MAX_LENGTH) return undefined
  try {
    const value: unknown = JSON.parse(raw)
    if (typeof value !== 'object' || value === null || !('code' in value) || !('name' in value))
      return undefined
    const { code, name } = value
    return isCode(code) && typeof name === 'string' && name !== '' ? { code, name } : undefined
  } catch {
    return undefined
  }
}

/** The maximum length of a stored country, above that of any code and name. */
const MAX_LENGTH = 150

function isCode(value: unknown): value is string {
  return typeof value === 'string' && /^[A-Z]{2}$/.test(value)
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  window.addEventListener('storage', listener)
  return () => {
    listeners.delete(listener)
    window.removeEventListener('storage', listener)
  }
}

function readRaw(): string | null {
  try {
    return localStorage.getItem(DELIVERY_KEY)
  } catch {
    return null
  }
}
