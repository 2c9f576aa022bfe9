import type { OrderFormData } from './contract.ts'

type Field = keyof OrderFormData

const CONTACT: readonly Field[] = ['firstName', 'lastName', 'mobileNumber']
const IN_SINGAPORE: readonly Field[] = ['blockNumber', 'streetAddress', 'unitNumber', 'zipCode']
const ELSEWHERE: readonly Field[] = ['streetAddress', 'city', 'state', 'zipCode']

/** The fields that are needed but empty (CHK-09 to CHK-11, CHK-31): pickup needs no street. */
export function missingFields(form: OrderFormData): Field[] {
  const address = form.country.toUpperCase() === 'SG' ? IN_SINGAPORE : ELSEWHERE
  const needed: readonly Field[] = ['email', ...CONTACT, ...(form.shippingMethod === 'ship' ? address : [])]
  return needed.filter((field) => form[field] === '')
}

/** Asked-for lines of one variant put together: the same piece twice is one line of two. */
export function mergeLines<Line extends { key: string; quantity: number }>(lines: readonly Line[]): Line[] {
  const merged = new Map<string, Line>()
  for (const line of lines) {
    const before = merged.get(line.key)
    merged.set(line.key, before ? { ...before, quantity: before.quantity + line.quantity } : line)
  }
  return [...merged.values()]
}
