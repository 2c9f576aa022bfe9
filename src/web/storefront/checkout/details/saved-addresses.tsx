import type { SavedAddressData } from '#features/sales/shipping/contract.ts'
import { call } from '#web/app/calls/api.ts'
import { addressFields, ALL_ADDRESS_FIELDS } from '#web/shared/address/address-fields.ts'
import { savedAddressLines, addressName } from '#web/shared/address/address-text.ts'
import { Checkbox } from '#web/ui/field.tsx'
import { type CheckoutForm, clearAddress } from '../form/checkout-form.ts'
import { RadioCard } from '../form/radio-card.tsx'
import type { FormSectionProps } from '../form/form-field.tsx'
import { useEffect, useRef, useState } from 'react'

/** Renders the user's saved addresses above the fields they fill in; the default address is preselected. */
export function SavedAddresses({ form, change }: Pick<FormSectionProps, 'form' | 'change'>) {
  const addresses = useAddresses(form, change)
  // If they could not be loaded, the shopper fills in the fields below; no error is needed.
  return addresses ? <AddressChoice form={form} change={change} addresses={addresses} /> : null
}

type AddressChoiceProps = Pick<FormSectionProps, 'form' | 'change'> &
  Readonly<{ addresses: readonly SavedAddressData[] }>

/** Renders the choice of a saved or new address, and whether to save a new one. */
export function AddressChoice({ form, change, addresses }: AddressChoiceProps) {
  const selectedAddress = findSelectedAddress(form, addresses)
  return (
    <div className="mt-6 flex flex-col gap-4">
      {addresses.length > 0 && (
        <fieldset>
          <legend className="mb-3 text-sm">Your addresses</legend>
          <div className="grid gap-3 sm:grid-cols-2">
            {addresses.map((address) => (
              <RadioCard
                key={address.id}
                name="savedAddress"
                value={address.id}
                isChosen={address === selectedAddress}
                onChoose={() => change(fillAddress(form, address))}
              >
                <AddressCard address={address} />
              </RadioCard>
            ))}
            <RadioCard
              name="savedAddress"
              value="new"
              isChosen={selectedAddress === undefined}
              onChoose={() => change(clearAddress(form))}
            >
              <span className="text-sm font-medium">Another address</span>
            </RadioCard>
          </div>
        </fieldset>
      )}
      {selectedAddress === undefined && (
        <Checkbox
          name="saveAddress"
          label="Save this address for next time"
          checked={form.saveAddress}
          onChange={(event) => change({ ...form, saveAddress: event.target.checked })}
        />
      )}
    </div>
  )
}

function AddressCard({ address }: { address: SavedAddressData }) {
  return (
    <span className="min-w-0 text-sm wrap-anywhere">
      <span className="block font-medium">{addressName(address)}</span>
      <span className="block text-xs text-ink-soft">{savedAddressLines(address).join(', ')}</span>
    </span>
  )
}

/** Returns the saved addresses once loaded, and fills the default one into an empty form. */
function useAddresses(
  form: CheckoutForm,
  change: FormSectionProps['change'],
): readonly SavedAddressData[] | undefined {
  const [addresses, setAddresses] = useState<readonly SavedAddressData[]>()
  const latest = useRef({ form, change })
  useEffect(() => {
    latest.current = { form, change }
  })
  useEffect(() => {
    const abort = new AbortController()
    const loadAddresses = async () => {
      const answer = await call('GET /users/addresses', {}, { signal: abort.signal })
      const [first] = answer.addresses
      const now = latest.current
      if (first && isAddressEmpty(now.form)) now.change(fillAddress(now.form, first))
      setAddresses(answer.addresses)
    }
    loadAddresses().catch(() => undefined)
    return () => abort.abort()
  }, [])
  return addresses
}

/** Fills a saved address into the form and clears the rate for the previous address. */
export function fillAddress(form: CheckoutForm, address: SavedAddressData): CheckoutForm {
  const fields = Object.fromEntries(ALL_ADDRESS_FIELDS.map((field) => [field, address[field]]))
  return {
    ...clearAddress(form),
    ...fields,
    country: address.country,
    mobileNumber: address.mobileNumber,
    saveAddress: false,
  }
}

/** Returns the saved address that matches the form; undefined once a field was changed. */
export function findSelectedAddress(
  form: CheckoutForm,
  addresses: readonly SavedAddressData[],
): SavedAddressData | undefined {
  return addresses.find(
    (address) =>
      address.country === form.country &&
      addressFields(form.country).every((field) => address[field] === form[field].trim()),
  )
}

/** Returns whether all address fields are empty, so that the default address may be filled in. */
export function isAddressEmpty(form: CheckoutForm): boolean {
  return [...ALL_ADDRESS_FIELDS, 'mobileNumber' as const].every((field) => form[field] === '')
}
