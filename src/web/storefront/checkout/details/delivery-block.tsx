import { Suspense } from 'react'
import type { CountryData } from '#features/sales/shipping/contract.ts'
import { lazyComponent } from '#web/shared/loading/lazy-component.tsx'
import { Select } from '#web/ui/field.tsx'
import { readOnlyNames } from '../form/buyer-form.ts'
import type { Buyer } from '../form/buyer-form.ts'
import { addressFields } from '#web/shared/address/address-fields.ts'
import { changeCountry, changeMethod, type ShippingMethod, fieldId } from '../form/checkout-form.ts'
import { RadioCard } from '../form/radio-card.tsx'
import { FormField } from '../form/form-field.tsx'
import type { FormSectionProps } from '../form/form-field.tsx'
import { SectionHeading } from '../form/section-heading.tsx'

// Loaded when rendered: most shoppers are guests, who have no saved addresses.
const SavedAddresses = lazyComponent(async () => (await import('./saved-addresses.tsx')).SavedAddresses)

/** Renders the delivery: shipping or pickup, the country, and the address in its format. */
export function DeliveryBlock(
  props: FormSectionProps & {
    countries: readonly CountryData[]
    pickupPlaces: readonly string[]
    buyer?: Buyer | undefined
  },
) {
  const { form, errors, change, countries, pickupPlaces, buyer } = props
  const sectionProps = { form, errors, change }
  const fixed = readOnlyNames(buyer)
  return (
    <section aria-labelledby="checkout-delivery">
      <SectionHeading id="checkout-delivery">Delivery</SectionHeading>
      <MethodChoice {...sectionProps} />
      {buyer && form.shippingMethod === 'ship' && (
        <Suspense>
          <SavedAddresses key={buyer.id} form={form} change={change} />
        </Suspense>
      )}
      <div className="mt-6 grid grid-cols-6 gap-x-4 gap-y-5">
        <CountrySelect {...sectionProps} countries={countries} />
        <FormField {...sectionProps} field="firstName" disabled={fixed.includes('firstName')} />
        <FormField {...sectionProps} field="lastName" disabled={fixed.includes('lastName')} />
        {form.shippingMethod === 'ship' &&
          addressFields(form.country).map((field) => (
            <FormField key={field} {...sectionProps} field={field} />
          ))}
        <FormField {...sectionProps} field="mobileNumber" />
      </div>
      {form.shippingMethod === 'pickup' && <PickupHint places={pickupPlaces} />}
    </section>
  )
}

function MethodChoice({ form, change }: FormSectionProps) {
  return (
    <fieldset>
      <legend className="sr-only">Delivery method</legend>
      <div className="grid grid-cols-2 gap-3">
        {METHODS.map(({ method, label }) => (
          <RadioCard
            key={method}
            name="shippingMethod"
            value={method}
            isChosen={form.shippingMethod === method}
            onChoose={() => change(changeMethod(form, method))}
          >
            <span className="text-sm font-medium">{label}</span>
          </RadioCard>
        ))}
      </div>
    </fieldset>
  )
}

const METHODS: readonly { method: ShippingMethod; label: string }[] = [
  { method: 'ship', label: 'Ship' },
  { method: 'pickup', label: 'Pick Up' },
]

function CountrySelect({
  form,
  errors,
  change,
  countries,
}: FormSectionProps & { countries: readonly CountryData[] }) {
  return (
    <Select
      id={fieldId('country')}
      name="country"
      label="Country"
      autoComplete="country"
      aria-required
      error={errors.country}
      value={form.country}
      onChange={(event) => change(changeCountry(form, event.target.value))}
      className="col-span-6"
    >
      {countries.map(({ code, name }) => (
        <option key={code} value={code}>
          {name}
        </option>
      ))}
    </Select>
  )
}

function PickupHint({ places }: { places: readonly string[] }) {
  return (
    <div className="mt-6 rounded-md bg-mist p-5 text-sm text-ink-soft">
      <p>Collect your items for free. We’ll email you when they’re ready.</p>
      {places.length > 0 && (
        <ul className="mt-3 flex flex-col gap-1 text-ink">
          {places.map((place) => (
            <li key={place}>{place}</li>
          ))}
        </ul>
      )}
    </div>
  )
}
