import type { FormField } from './checkout-form.ts'

/** The id of the element that stands for a field, for labels and for the focus. */
export function fieldId(field: FormField): string {
  return `checkout-${field}`
}
