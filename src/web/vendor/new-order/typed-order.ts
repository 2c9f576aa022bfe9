import type {
  ManualOrderBody,
  OrderProductData,
} from '#features/stores/shop-orders/intake/manual/contract.ts'
import { parseTypedCents } from '#web/shared/forms/typed-numbers.ts'

/** A typed line: a variant of a product, its quantity, and the customer's price for one unit. */
export type TypedLine = Readonly<{
  key: string
  product: OrderProductData
  variantId: string
  quantity: string
  price: string
}>

/** The typed recipient. */
export type TypedRecipient = Required<ManualOrderBody['recipient']>

export const EMPTY_RECIPIENT: TypedRecipient = {
  firstName: '',
  lastName: '',
  company: '',
  line1: '',
  line2: '',
  city: '',
  region: '',
  postcode: '',
  country: '',
  phone: '',
}

/** Parses a typed whole number from 1 to 99; undefined if invalid. */
export function parseQuantity(text: string): number | undefined {
  const value = Number(text)
  return Number.isInteger(value) && value >= 1 && value <= 99 ? value : undefined
}

const MAX_CENTS = 100_000_000

/** Parses a typed amount, 0 if empty; undefined if invalid. */
export function parsePrice(text: string): number | undefined {
  if (text.trim() === '') return 0
  const cents = parseTypedCents(text)
  return cents !== undefined && cents <= MAX_CENTS ? cents / 100 : undefined
}

/** Returns whether the input suffices to request the cost. */
export function isComplete(lines: readonly TypedLine[], recipient: TypedRecipient): boolean {
  const { lastName, line1, city, country } = recipient
  return (
    lines.length > 0 &&
    lines.every(
      ({ quantity, price }) => parseQuantity(quantity) !== undefined && parsePrice(price) !== undefined,
    ) &&
    [lastName, line1, city, country].every((text) => text.trim() !== '')
  )
}

/** Returns the request of a complete order. */
export function toBody(typed: {
  lines: readonly TypedLine[]
  recipient: TypedRecipient
  isSample: boolean
  isPractice: boolean
}): ManualOrderBody {
  const { lines, isSample } = typed
  return {
    ...typed,
    lines: lines.map(({ variantId, quantity, price }) => ({
      variantId,
      quantity: parseQuantity(quantity) ?? 1,
      price: isSample ? 0 : (parsePrice(price) ?? 0),
    })),
  }
}
