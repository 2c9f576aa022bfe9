import { Suspense } from 'react'
import type { CountryData } from '#features/sales/shipping/contract.ts'
import { lazyPart } from '#web/shared/loading/lazy-component.tsx'
import { Select } from '#web/ui/field.tsx'
import { fixedNames } from '../form/buyer-form.ts'
import type { Buyer } from '../form/buyer-form.ts'
import { addressFields } from '#web/shared/address/address-fields.ts'
import { withCountry, withMethod } from '../form/checkout-form.ts'
import type { ShippingMethod } from '../form/checkout-form.ts'
import { ChoiceCard } from '../form/choice-card.tsx'
import { fieldId } from '../form/field-id.ts'
import { FormField } from '../form/form-field.tsx'
import type { FormPart } from '../form/form-field.tsx'
import { SectionHeading } from '../form/section-heading.tsx'

// Most shoppers are guests: what only others see is fetched when it is drawn.
const SavedAddresses = lazyPart(async () => (await import('./saved-addresses.tsx')).SavedAddresses)

/** Where the pieces go: shipped or picked up, the country, and the address as that country writes it. */
export function DeliveryBlock(
  props: FormPart & {
    countries: readonly CountryData[]
    pickupPlaces: readonly string[]
    buyer?: Buyer | undefined
  },
) {
  const { form, errors, change, countries, pickupPlaces, buyer } = props
  const part = { form, errors, change }
  const fixed = fixedNames(buyer)
  return (
    <section aria-labelledby="checkout-delivery">
      <SectionHeading id="checkout-delivery">Delivery</SectionHeading>
      <MethodChoice {...part} />
      {buyer && form.shippingMethod === 'ship' && (
        <Suspense>
          <SavedAddresses key={buyer.id} form={form} change={change} />
        </Suspense>
      )}
      <div className="mt-6 grid grid-cols-6 gap-x-4 gap-y-5">
        <CountrySelect {...part} countries={countries} />
        <FormField {...part} field="firstName" disabled={fixed.includes('firstName')} />
        <FormField {...part} field="lastName" disabled={fixed.includes('lastName')} />
        {form.shippingMethod === 'ship' &&
          addressFields(form.country).map((field) => <FormField key={field} {...part} field={field} />)}
        <FormField {...part} field="mobileNumber" />
      </div>
      {form.shippingMethod === 'pickup' && <PickupNote places={pickupPlaces} />}
    </section>
  )
}

function MethodChoice({ form, change }: FormPart) {
  return (
    <fieldset>
      <legend className="sr-only">How would you like to get your pieces?</legend>
      <div className="grid grid-cols-2 gap-3">
        {METHODS.map(({ method, label }) => (
          <ChoiceCard
            key={method}
            name="shippingMethod"
            value={method}
            isChosen={form.shippingMethod === method}
            onChoose={() => change(withMethod(form, method))}
          >
            <span className="text-sm font-medium">{label}</span>
          </ChoiceCard>
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
}: FormPart & { countries: readonly CountryData[] }) {
  return (
    <Select
      id={fieldId('country')}
      name="country"
      label="Country"
      autoComplete="country"
      aria-required
      error={errors.country}
      value={form.country}
      onChange={(event) => change(withCountry(form, event.target.value))}
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

function PickupNote({ places }: { places: readonly string[] }) {
  return (
    <div className="mt-6 rounded-md bg-mist p-5 text-sm text-ink-soft">
      <p>You collect your pieces yourself, and shipping is free. We write to you when they are ready.</p>
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
