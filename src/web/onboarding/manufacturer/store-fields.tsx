import type { CountryData } from '#features/shipping/contract.ts'
import { Field } from '#web/ui/field.tsx'
import { CountryField } from './country-field.tsx'
import type { Faults, StoreForm } from './store-form.ts'

/** The fields of what a store says of itself. */
export function StoreFields(props: {
  form: StoreForm
  change: (form: StoreForm) => void
  countries: readonly CountryData[]
  faults: Faults
}) {
  const { form, change, countries, faults } = props
  return (
    <div className="grid content-start gap-x-4 gap-y-6 sm:grid-cols-2 lg:col-span-8">
      <CountryField
        value={form.country}
        countries={countries}
        error={faults['country']}
        onChange={(country) => change({ ...form, country })}
      />
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
