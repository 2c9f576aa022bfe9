import { type ReactNode, useState } from 'react'
import { explainError } from '#web/app/calls/api.ts'
import { formatCountry } from '#web/console/data/format.ts'
import { FormDialog } from '#web/console/parts/dialog.tsx'
import { type FieldErrors, fieldErrorsFrom } from '#web/shared/loading/use-save-form.ts'
import { Field } from '#web/ui/field.tsx'
import { CountrySelect } from './country-select.tsx'
import type { PostalAddress } from './use-warehouses.ts'

type FieldName = keyof PostalAddress

const FIELDS: readonly Readonly<{
  name: Exclude<FieldName, 'country'>
  label: string
  autoComplete: string
  className: string
}>[] = [
  { name: 'name', label: 'Name or company', autoComplete: 'organization', className: 'col-span-6' },
  { name: 'street1', label: 'Street and number', autoComplete: 'address-line1', className: 'col-span-6' },
  {
    name: 'street2',
    label: 'Unit, floor, building (optional)',
    autoComplete: 'address-line2',
    className: 'col-span-6',
  },
  { name: 'zip', label: 'Postcode', autoComplete: 'postal-code', className: 'col-span-2' },
  { name: 'city', label: 'City', autoComplete: 'address-level2', className: 'col-span-4' },
  {
    name: 'state',
    label: 'State or province (optional)',
    autoComplete: 'address-level1',
    className: 'col-span-3',
  },
  { name: 'phone', label: 'Phone', autoComplete: 'tel', className: 'col-span-3' },
]

/** Renders an address form; `onSave` stores it, or throws the server's field errors. */
export function AddressDialog(props: {
  title: string
  text: string
  address: PostalAddress | null
  /** The initial country; if `isCountryFixed`, the only one. */
  country: string
  isCountryFixed?: boolean
  onSave: (address: PostalAddress) => Promise<void>
  onClose: () => void
  children?: ReactNode
}) {
  const { title, text, address, country, isCountryFixed = false, onSave, onClose, children } = props
  const [values, setValues] = useState<PostalAddress>(
    address ?? { name: '', street1: '', street2: '', city: '', state: '', zip: '', country, phone: '' },
  )
  const [errors, setErrors] = useState<FieldErrors>({})
  return (
    <FormDialog
      isOpen
      isWide
      onClose={onClose}
      title={title}
      text={text}
      submitLabel="Save address"
      onSubmit={async () => {
        setErrors({})
        await onSave(dropEmpty(values))
      }}
      explain={(error) => {
        setErrors(fieldErrorsFrom(error))
        return explainError(error, 'We couldn’t save the address. Please try again in a moment.')
      }}
    >
      <AddressFields
        values={values}
        errors={errors}
        fixedCountry={isCountryFixed ? country : undefined}
        onChange={setValues}
      />
      {children}
    </FormDialog>
  )
}

function AddressFields(props: {
  values: PostalAddress
  errors: FieldErrors
  fixedCountry: string | undefined
  onChange: (values: PostalAddress) => void
}) {
  const { values, errors, fixedCountry, onChange } = props
  const set = (name: FieldName, value: string) => onChange({ ...values, [name]: value })
  return (
    <div className="grid grid-cols-6 gap-3">
      {FIELDS.map(({ name, label, autoComplete, className }) => (
        <Field
          key={name}
          label={label}
          autoComplete={autoComplete}
          className={className}
          maxLength={100}
          value={values[name] ?? ''}
          error={errors[name]}
          onChange={(event) => set(name, event.target.value)}
        />
      ))}
      {fixedCountry ? (
        <p className="col-span-6 text-sm text-ink-soft">Country: {formatCountry(fixedCountry)}</p>
      ) : (
        <CountrySelect
          label="Country"
          className="col-span-6"
          value={values.country}
          error={errors['country']}
          onChange={(code) => set('country', code)}
        />
      )}
    </div>
  )
}

/** Returns the address without empty optional fields. */
function dropEmpty({ street2, state, ...rest }: PostalAddress): PostalAddress {
  return { ...rest, ...(street2 ? { street2 } : {}), ...(state ? { state } : {}) }
}
