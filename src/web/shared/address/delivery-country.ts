import { useSyncExternalStore } from 'react'
import type { CountryData } from '#features/sales/shipping/contract.ts'

/** The local storage key of the country chosen in the header. */
export const DELIVERY_KEY = 'deliverTo'

/** Where the shop sends until the shopper says otherwise (CONST-18). */
export const DEFAULT_DELIVERY: CountryData = { code: 'SG', name: 'Singapore' }

const listeners = new Set<() => void>()
let known: { raw: string | null; country: CountryData } = { raw: null, country: DEFAULT_DELIVERY }
/** A choice that could not be kept; it counts as long as the page stands. */
let unkept: CountryData | undefined

/** The country the shopper chose, which presets estimates and the checkout; the default where none can be read. */
export function readDeliveryCountry(): CountryData {
  if (unkept) return unkept
  const raw = readRaw()
  if (raw !== known.raw) known = { raw, country: parseDeliveryCountry(raw) ?? DEFAULT_DELIVERY }
  return known.country
}

/** Keeps the choice for this browser, or for this visit where its storage is full or forbidden. */
export function chooseDeliveryCountry(country: CountryData): void {
  try {
    localStorage.setItem(DELIVERY_KEY, JSON.stringify(country))
    unkept = undefined
  } catch {
    unkept = country
  }
  for (const changed of listeners) changed()
}

/** The chosen country; the default on the server and until the page is awake. */
export function useDeliveryCountry(): CountryData {
  return useSyncExternalStore(subscribe, readDeliveryCountry, () => DEFAULT_DELIVERY)
}

/** The country in a stored text, or undefined when that is none: broken, of another shape, or huge. */
export function parseDeliveryCountry(raw: string | null): CountryData | undefined {
  if (raw === null || raw.length > LONGEST) return undefined
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

/** No country's code and name make a longer text. */
const LONGEST = 150

function isCode(value: unknown): value is string {
  return typeof value === 'string' && /^[A-Z]{2}$/.test(value)
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
