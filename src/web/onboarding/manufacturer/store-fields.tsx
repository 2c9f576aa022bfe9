import type { CountryData } from '#features/shipping/contract.ts'
import { Field, Select } from '#web/ui/field.tsx'
import { countryTyped, type Faults, type StoreForm } from './store-form.ts'

/** What a store says of itself. Its country is typed or chosen from the list: both fields hold one value (MONB-05). */
export function StoreFields(props: {
  form: StoreForm
  change: (form: StoreForm) => void
  countries: readonly CountryData[]
  faults: Faults
}) {
  const { form, change, countries, faults } = props
  return (
    <div className="grid content-start gap-x-4 gap-y-6 sm:grid-cols-2 lg:col-span-8">
      <Field
        name="country"
        label="Store Country"
        autoComplete="country-name"
        maxLength={100}
        value={form.country}
        error={faults['country']}
        onChange={(event) => change({ ...form, country: event.target.value })}
      />
      <Select
        label="Store Country"
        hint="Choose it here, or type it."
        value={countryTyped(form.country, countries)?.code ?? ''}
        onChange={({ target }) =>
          change({ ...form, country: countries.find(({ code }) => code === target.value)?.name ?? '' })
        }
      >
        <option value="">Choose a country</option>
        {countries.map(({ code, name }) => (
          <option key={code} value={code}>
            {name}
          </option>
        ))}
      </Select>
      <Field
        name="yearsOfExperience"
        label="Years of Experience"
        inputMode="numeric"
        maxLength={3}
        autoComplete="off"
        value={form.years}
        error={faults['yearsOfExperience']}
        onChange={(event) => change({ ...form, years: event.target.value })}
      />
      <Field
        name="mainCategories"
        label="Main categories"
        placeholder="e.g. Fashion, Electronics, etc."
        hint="Separate them with commas."
        autoComplete="off"
        maxLength={1_300}
        value={form.categories}
        error={faults['mainCategories']}
        onChange={(event) => change({ ...form, categories: event.target.value })}
      />
    </div>
  )
}
