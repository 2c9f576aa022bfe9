import { useState, type SubmitEvent } from 'react'
import type { CountryData, SavedAddressData } from '#features/sales/shipping/contract.ts'
import { call } from '#web/app/calls/api.ts'
import {
  addressFieldDisplay,
  FIELD_WIDTHS,
  isOptionalField,
  type AddressFieldName,
  addressFields,
  ALL_ADDRESS_FIELDS,
} from '#web/shared/address/address-fields.ts'
import { readDeliveryCountry } from '#web/shared/address/delivery-country.ts'
import { toast } from '#web/app/toast.ts'
import { Button } from '#web/ui/button.tsx'
import { Checkbox, Field, Select } from '#web/ui/field.tsx'
import { FormProblem } from '#web/shared/forms/form-problem.tsx'
import { useFocusOnMount } from '#web/ui/use-focus-on-mount.ts'
import { useSaveForm, type FieldErrors } from '#web/shared/loading/use-save-form.ts'

/** The properties of an address form: the address to change, or none for a new one. */
export type AddressFormProps = Readonly<{
  address?: SavedAddressData | undefined
  countries: readonly CountryData[]
  onSaved: (addresses: readonly SavedAddressData[]) => void
  onCancel: () => void
}>

/** Renders the form of an address, with the fields that its country has. */
export function AddressForm({ address, countries, onSaved, onCancel }: AddressFormProps) {
  const [values, setValues] = useState(() => toAddressValues(address, readDeliveryCountry().code))
  const [isDefault, setIsDefault] = useState(address?.isDefault ?? false)
  const { isBusy, faults, save, refuse } = useSaveForm()
  const form = useFocusOnMount<HTMLFormElement>()

  function submit(event: SubmitEvent<HTMLFormElement>): void {
    event.preventDefault()
    const missing = findMissingAddressFields(values)
    if (Object.keys(missing).length > 0) return refuse(event.currentTarget, missing)
    void save(event.currentTarget, async () => {
      const body = { ...(address ? { id: address.id } : {}), address: values, isDefault }
      const answer = await call('POST /users/saveAddress', { body })
      toast.success(answer.message)
      onSaved(answer.addresses)
    })
  }

  return (
    <form
      ref={form}
      noValidate
      tabIndex={-1}
      onSubmit={submit}
      aria-label={address ? 'Edit address' : 'Add an address'}
      className="grid grid-cols-6 gap-x-3 gap-y-5 sm:gap-x-4"
    >
      <NameAndCountry values={values} change={setValues} faults={faults} countries={countries} />
      {addressFormFields(values.country).map((field) => (
        <AddressFormField
          key={field}
          field={field}
          values={values}
          change={setValues}
          error={faults[field]}
        />
      ))}
      {!address?.isDefault && (
        <Checkbox
          className="col-span-6"
          label="Use as my default address"
          checked={isDefault}
          onChange={(event) => setIsDefault(event.target.checked)}
        />
      )}
      <div className="col-span-6 flex flex-col gap-4">
        <FormProblem message={faults['form']} />
        <FormButtons isBusy={isBusy} onCancel={onCancel} />
      </div>
    </form>
  )
}

function AddressFormField(props: {
  field: AddressFieldName | 'mobileNumber'
  values: AddressValues
  change: (values: AddressValues) => void
  error: string | undefined
}) {
  const { field, values, change, error } = props
  const { label, width, ...display } = addressFieldDisplay(field, values.country)
  return (
    <Field
      {...display}
      name={field}
      label={isOptionalField(field) ? `${label} (optional)` : label}
      aria-required={!isOptionalField(field)}
      value={values[field]}
      error={error}
      onChange={(event) => change({ ...values, [field]: event.target.value })}
      className={FIELD_WIDTHS[width]}
    />
  )
}

function NameAndCountry(props: {
  values: AddressValues
  change: (values: AddressValues) => void
  faults: FieldErrors
  countries: readonly CountryData[]
}) {
  const { values, change, faults, countries } = props
  return (
    <>
      <Field
        name="label"
        label="Label (optional)"
        placeholder="Home"
        maxLength={60}
        autoComplete="off"
        value={values.label}
        error={faults['label']}
        onChange={(event) => change({ ...values, label: event.target.value })}
        className="col-span-6 sm:col-span-3"
      />
      <Select
        name="country"
        label="Country"
        autoComplete="country"
        value={values.country}
        error={faults['country']}
        onChange={(event) => change(withAddressCountry(values, event.target.value))}
        className="col-span-6 sm:col-span-3"
      >
        {countries.map(({ code, name }) => (
          <option key={code} value={code}>
            {name}
          </option>
        ))}
      </Select>
    </>
  )
}

function FormButtons({ isBusy, onCancel }: { isBusy: boolean; onCancel: () => void }) {
  return (
    <div className="flex flex-wrap gap-3">
      <Button type="submit" busy={isBusy}>
        Save address
      </Button>
      <Button variant="quiet" onClick={onCancel}>
        Cancel
      </Button>
    </div>
  )
}

/** The values of an address form. */
type AddressValues = Readonly<Record<AddressFieldName | 'label' | 'mobileNumber' | 'country', string>>

/** Returns the fields of a country's address form, without the label. */
function addressFormFields(country: string): readonly (AddressFieldName | 'mobileNumber')[] {
  return [...addressFields(country), 'mobileNumber']
}

/** Returns the initial values of an address form: a saved address, or only the country. */
function toAddressValues(address: SavedAddressData | undefined, country: string): AddressValues {
  return {
    label: address?.label ?? '',
    country: address?.country ?? country,
    blockNumber: address?.blockNumber ?? '',
    streetAddress: address?.streetAddress ?? '',
    unitNumber: address?.unitNumber ?? '',
    buildingName: address?.buildingName ?? '',
    address2: address?.address2 ?? '',
    city: address?.city ?? '',
    state: address?.state ?? '',
    zipCode: address?.zipCode ?? '',
    mobileNumber: address?.mobileNumber ?? '',
  }
}

/** Returns the values for another country: only the name and the number are preserved. */
function withAddressCountry(values: AddressValues, country: string): AddressValues {
  const cleared = Object.fromEntries(ALL_ADDRESS_FIELDS.map((field) => [field, '']))
  return { ...values, ...cleared, country }
}

/** Returns an error message for each required field that is empty. */
function findMissingAddressFields(values: AddressValues): FieldErrors {
  const missing = addressFormFields(values.country).filter(
    (field) => !isOptionalField(field) && values[field].trim() === '',
  )
  return Object.fromEntries(missing.map((field) => [field, 'This field is required.']))
}
