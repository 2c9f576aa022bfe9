import { useQuery } from '@tanstack/react-query'
import { call } from '#web/app/calls/api.ts'
import { Panel } from '#web/console/parts/panel.tsx'
import { Field, Select } from '#web/ui/field.tsx'
import type { TypedRecipient } from './typed-order.ts'

type FieldSpec = Readonly<{
  name: Exclude<keyof TypedRecipient, 'country'>
  label: string
  autoComplete: string
  isWide?: boolean
  isOptional?: boolean
  maxLength: number
}>

const FIELDS: readonly FieldSpec[] = [
  { name: 'firstName', label: 'First name', autoComplete: 'given-name', isOptional: true, maxLength: 100 },
  { name: 'lastName', label: 'Last name', autoComplete: 'family-name', maxLength: 100 },
  {
    name: 'company',
    label: 'Company',
    autoComplete: 'organization',
    isOptional: true,
    isWide: true,
    maxLength: 100,
  },
  { name: 'line1', label: 'Street and number', autoComplete: 'address-line1', isWide: true, maxLength: 200 },
  {
    name: 'line2',
    label: 'Apartment, suite, floor',
    autoComplete: 'address-line2',
    isOptional: true,
    isWide: true,
    maxLength: 200,
  },
  { name: 'postcode', label: 'Postal code', autoComplete: 'postal-code', maxLength: 20 },
  { name: 'city', label: 'City', autoComplete: 'address-level2', maxLength: 100 },
  {
    name: 'region',
    label: 'State or region',
    autoComplete: 'address-level1',
    isOptional: true,
    maxLength: 100,
  },
  { name: 'phone', label: 'Phone', autoComplete: 'tel', isOptional: true, maxLength: 40 },
]

/** Renders the recipient's fields of a manual order. */
export function RecipientFields(props: {
  recipient: TypedRecipient
  isSample: boolean
  onChange: (recipient: TypedRecipient) => void
}) {
  const { recipient, isSample, onChange } = props
  const countries = useQuery({
    queryKey: ['countries'],
    queryFn: async ({ signal }) => (await call('GET /shop/getAllCountries', {}, { signal })).countries,
    staleTime: Number.POSITIVE_INFINITY,
  })
  return (
    <Panel title="Ship to" hint={isSample ? 'your own address' : 'your customer’s address'}>
      <div className="grid grid-cols-2 gap-4">
        <Select
          label="Country"
          className="col-span-2"
          value={recipient.country}
          onChange={({ target }) => onChange({ ...recipient, country: target.value })}
        >
          <option value="">Choose a country</option>
          {(countries.data ?? []).map(({ code, name }) => (
            <option key={code} value={code}>
              {name}
            </option>
          ))}
        </Select>
        {FIELDS.map(({ name, label, autoComplete, isWide = false, isOptional = false, maxLength }) => (
          <Field
            key={name}
            label={isOptional ? `${label} (optional)` : label}
            autoComplete={isSample ? autoComplete : 'off'}
            maxLength={maxLength}
            className={isWide ? 'col-span-2' : 'max-sm:col-span-2'}
            value={recipient[name]}
            onChange={({ target }) => onChange({ ...recipient, [name]: target.value })}
          />
        ))}
      </div>
    </Panel>
  )
}
