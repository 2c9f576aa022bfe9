import { getRequiredAddressFields } from '#features/sales/shipping/service.ts'
import type { OrderFormData } from './contract.ts'

type Field = keyof OrderFormData

const CONTACT: readonly Field[] = ['firstName', 'lastName', 'mobileNumber']

/** Returns the required fields that are empty (CHK-09 to CHK-11, CHK-31); pickup needs no street. */
export function missingFields(form: OrderFormData): Field[] {
  const address = form.shippingMethod === 'ship' ? getRequiredAddressFields(form.country) : []
  const needed: readonly Field[] = ['email', ...CONTACT, ...address]
  return needed.filter((field) => form[field] === '')
}

/** Merges requested lines of one variant: the same item twice becomes one line of two. */
export function mergeLines<Line extends { key: string; quantity: number }>(lines: readonly Line[]): Line[] {
  const merged = new Map<string, Line>()
  for (const line of lines) {
    const existing = merged.get(line.key)
    merged.set(line.key, existing ? { ...existing, quantity: existing.quantity + line.quantity } : line)
  }
  return [...merged.values()]
}
