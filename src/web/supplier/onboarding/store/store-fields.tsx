import type { CountryData } from '#features/sales/shipping/contract.ts'
import { Field } from '#web/ui/field.tsx'
import { CountryField } from './country-field.tsx'
import type { FieldErrors } from '#web/shared/loading/use-save-form.ts'
import type { StoreForm } from './store-form.ts'

type StoreFieldsProps = Readonly<{
  form: StoreForm
  change: (form: StoreForm) => void
  faults: FieldErrors
  isVerified: boolean
}>

/** Renders the fields of a store. Its country is typed or selected from the list: both set the same value (MONB-05). */
export function StoreFields(props: StoreFieldsProps & Readonly<{ countries: readonly CountryData[] }>) {
  const { form, change, countries, faults } = props
  return (
    <div className="grid content-start gap-x-4 gap-y-6 sm:grid-cols-2 lg:col-span-8">
      <NameField {...props} />
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

/** Renders the store's name, which is read-only once the store is verified. */
function NameField({ form, change, faults, isVerified }: StoreFieldsProps) {
  return (
    <div className="sm:col-span-2">
      <Field
        name="name"
        label="Store Name"
        hint={
          isVerified
            ? 'Your store is verified under this name. Contact support to change it.'
            : 'Shown to buyers. We need it to verify your store.'
        }
        autoComplete="organization"
        maxLength={80}
        readOnly={isVerified}
        value={form.name}
        error={faults['name']}
        onChange={(event) => change({ ...form, name: event.target.value })}
      />
    </div>
  )
}
