import { useQuery } from '@tanstack/react-query'
import { Trash2, X } from 'lucide'
import { useState } from 'react'
import { findZoneProblems, type ShippingZone } from '#core/shipping/warehouse-rules.ts'
import { call, explainError } from '#web/app/calls/api.ts'
import { formatCountry } from '#web/console/data/format.ts'
import { Action, IconAction } from '#web/console/parts/button.tsx'
import { FormDialog } from '#web/console/parts/dialog.tsx'
import { Checkbox, Field, Select } from '#web/ui/field.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { readZoneForm, type ServiceForm, toZoneForm, type ZoneErrors, type ZoneForm } from './zone-form.ts'

/**
 * Renders the dialog that adds a zone to a warehouse, or changes the one at index `place`. `onSave` stores all zones.
 */
export function ZoneDialog(props: {
  zones: readonly ShippingZone[]
  place: number
  onClose: () => void
  onSave: (zones: readonly ShippingZone[]) => Promise<void>
}) {
  const { zones, place, onClose, onSave } = props
  const [form, setForm] = useState(() => toZoneForm(zones[place]))
  const [errors, setErrors] = useState<ZoneErrors>({})
  const set = (part: Partial<ZoneForm>) => setForm((before) => ({ ...before, ...part }))
  return (
    <FormDialog
      isOpen
      isWide
      onClose={onClose}
      title={zones[place] ? 'Edit zone' : 'Add zone'}
      text="Countries with the same shipping cost."
      submitLabel="Save zone"
      onSubmit={async () => {
        const read = readZoneForm(form)
        const problems = 'errors' in read ? read.errors : findErrors(zones, place, read.zone)
        setErrors(problems)
        const [first] = Object.values(problems)
        if ('errors' in read || first !== undefined) throw new InvalidForm(first)
        await onSave(replaceZone(zones, place, read.zone))
      }}
      explain={(error) =>
        error instanceof InvalidForm
          ? error.message
          : explainError(error, 'We couldn’t save the zone. Please try again in a moment.')
      }
    >
      <Field
        label="Name"
        hint="Only you see it."
        error={errors['name']}
        maxLength={60}
        autoComplete="off"
        value={form.name}
        onChange={({ target }) => set({ name: target.value })}
      />
      <CountryFields form={form} set={set} error={errors['countries']} />
      {form.services.map((one) => (
        <ServiceFields
          key={one.service}
          value={one}
          errors={errors}
          onChange={(changed) =>
            set({ services: form.services.map((other) => (other === one ? changed : other)) })
          }
        />
      ))}
    </FormDialog>
  )
}

/** An invalid input of the form, thrown before anything is sent. */
class InvalidForm extends Error {}

function replaceZone(zones: readonly ShippingZone[], place: number, zone: ShippingZone) {
  return zones[place] ? zones.with(place, zone) : [...zones, zone]
}

function findErrors(zones: readonly ShippingZone[], place: number, zone: ShippingZone): ZoneErrors {
  const others = zones.filter((_, index) => index !== place)
  // The zone is last, so that a conflict with another zone is reported for it.
  const problems = findZoneProblems([...others, zone]).filter(({ field }) =>
    field.startsWith(`zones.${others.length}.`),
  )
  return Object.fromEntries(
    problems.map(({ field, message }) => {
      const [, , part = '', index = '', name = ''] = field.split('.')
      if (part !== 'services') return [part, message]
      const service = zone.services[Number(index)]?.service ?? ''
      return [`${service}.${name === 'maxDays' ? 'days' : name}`, message]
    }),
  )
}

type CountryProps = Readonly<{
  form: ZoneForm
  set: (part: Partial<ZoneForm>) => void
  error: string | undefined
}>

function CountryFields({ form, set, error }: CountryProps) {
  return (
    <>
      <Checkbox
        label="All countries not in another zone"
        checked={form.isRest}
        onChange={({ target }) => set({ isRest: target.checked })}
      />
      {form.isRest && error !== undefined && <p className="text-sm text-danger">{error}</p>}
      {!form.isRest && <CountryPicker form={form} set={set} error={error} />}
    </>
  )
}

function CountryPicker(props: CountryProps) {
  const { form, set, error } = props
  const countries = useShippedCountries()
  return (
    <div className="flex flex-col gap-2">
      <Select
        label="Add a country"
        error={error}
        value=""
        onChange={({ target }) => set({ countries: [...new Set([...form.countries, target.value])] })}
      >
        <option value="" disabled>
          Choose a country
        </option>
        {countries
          .filter(({ code }) => !form.countries.includes(code))
          .map(({ code, name }) => (
            <option key={code} value={code}>
              {name}
            </option>
          ))}
      </Select>
      {form.countries.length > 0 && (
        <ul aria-label="Countries of the zone" className="flex flex-wrap gap-2">
          {form.countries.map((code) => (
            <li key={code}>
              <button
                type="button"
                aria-label={`Remove ${formatCountry(code)}`}
                onClick={() => set({ countries: form.countries.filter((one) => one !== code) })}
                className="inline-flex min-h-9 items-center gap-1.5 rounded-md border border-line px-2.5 text-sm hover:bg-mist"
              >
                {formatCountry(code)}
                <Icon shapes={X} aria-hidden="true" className="size-3.5" />
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

/** Returns the countries that the marketplace ships to, by name. */
export function useShippedCountries() {
  const query = useQuery({
    queryKey: ['countries'],
    queryFn: async ({ signal }) => (await call('GET /shop/getAllCountries', {}, { signal })).countries,
    staleTime: Infinity,
  })
  return query.data ?? []
}

function ServiceFields(props: {
  value: ServiceForm
  errors: ZoneErrors
  onChange: (value: ServiceForm) => void
}) {
  const { value, errors, onChange } = props
  const { service, isOffered, minDays, maxDays, freeFrom } = value
  const set = (part: Partial<ServiceForm>) => onChange({ ...value, ...part })
  const digits = { inputMode: 'numeric', maxLength: 2, autoComplete: 'off' } as const
  return (
    <fieldset className="rounded-md border border-line p-3">
      <legend className="px-1 text-sm font-semibold">{service}</legend>
      <Checkbox
        label={`Offer ${service}`}
        checked={isOffered}
        onChange={({ target }) => set({ isOffered: target.checked })}
      />
      {errors['services'] !== undefined && !isOffered && (
        <p className="text-sm text-danger">{errors['services']}</p>
      )}
      {isOffered && (
        <div className="mt-3 grid gap-3 sm:grid-cols-3">
          <Field
            {...digits}
            label="Minimum days in transit"
            error={errors[`${service}.days`]}
            value={minDays}
            onChange={({ target }) => set({ minDays: target.value })}
          />
          <Field
            {...digits}
            label="Maximum days in transit"
            value={maxDays}
            onChange={({ target }) => set({ maxDays: target.value })}
          />
          <Field
            label="Free from ($)"
            hint="Blank: never free."
            error={errors[`${service}.freeFrom`]}
            inputMode="decimal"
            maxLength={12}
            autoComplete="off"
            value={freeFrom}
            onChange={({ target }) => set({ freeFrom: target.value })}
          />
          <Bands value={value} set={set} error={errors[`${service}.bands`]} />
        </div>
      )}
    </fieldset>
  )
}

function Bands(props: {
  value: ServiceForm
  set: (part: Partial<ServiceForm>) => void
  error: string | undefined
}) {
  const { value, set, error } = props
  const { bands, service } = value
  return (
    <div className="sm:col-span-3">
      <ul aria-label={`${service} fees`} className="flex flex-col gap-2">
        {bands.map((band, index) => {
          const change = (part: object) => set({ bands: bands.with(index, { ...band, ...part }) })
          return (
            <li key={band.key} className="flex items-end gap-2">
              <Field
                className="flex-1"
                label="Parcels over (g)"
                inputMode="numeric"
                maxLength={6}
                autoComplete="off"
                value={band.overGrams}
                onChange={({ target }) => change({ overGrams: target.value })}
              />
              <Field
                className="flex-1"
                label="Fee ($)"
                inputMode="decimal"
                maxLength={9}
                autoComplete="off"
                value={band.amount}
                onChange={({ target }) => change({ amount: target.value })}
              />
              {bands.length > 1 && (
                <IconAction
                  label={`Remove fee ${index + 1} of ${service}`}
                  icon={Trash2}
                  onClick={() => set({ bands: bands.toSpliced(index, 1) })}
                />
              )}
            </li>
          )
        })}
      </ul>
      {error !== undefined && <p className="mt-1 text-sm text-danger">{error}</p>}
      <Action
        isSmall
        className="mt-2"
        onClick={() => {
          const key = Math.max(...bands.map((band) => band.key)) + 1
          set({ bands: [...bands, { key, overGrams: '', amount: '' }] })
        }}
      >
        Add a heavier weight
      </Action>
    </div>
  )
}
