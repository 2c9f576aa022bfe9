import type { FormFieldName } from './checkout-form.ts'

/** The id of the element that stands for a field, for labels and for the focus. */
export function fieldId(field: FormFieldName): string {
  return `checkout-${field}`
}

/** The id of the notice about a changed cart, for the focus. */
export const CART_CHANGES_ID = 'checkout-changes'
