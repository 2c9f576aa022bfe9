import type { SavedAddressData } from '#features/sales/shipping/contract.ts'
import { addressFields, ALL_ADDRESS_FIELDS } from '#web/shared/address/address-fields.ts'
import { withoutAddress } from '../form/checkout-form.ts'
import type { CheckoutForm } from '../form/checkout-form.ts'

/** The form with a kept address filled in, and the rate for another one let go. */
export function withAddress(form: CheckoutForm, address: SavedAddressData): CheckoutForm {
  const fields = Object.fromEntries(ALL_ADDRESS_FIELDS.map((field) => [field, address[field]]))
  return {
    ...withoutAddress(form),
    ...fields,
    country: address.country,
    mobileNumber: address.mobileNumber,
    saveAddress: false,
  }
}

/** Which of the kept addresses stands in the form; none once a field of it was changed. */
export function chosenAddress(
  form: CheckoutForm,
  addresses: readonly SavedAddressData[],
): SavedAddressData | undefined {
  return addresses.find(
    (address) =>
      address.country === form.country &&
      addressFields(form.country).every((field) => address[field] === form[field].trim()),
  )
}

/** Whether nothing of an address was typed yet: then the default one may be filled in. */
export function hasNoAddress(form: CheckoutForm): boolean {
  return [...ALL_ADDRESS_FIELDS, 'mobileNumber' as const].every((field) => form[field] === '')
}
