import { Suspense, type FormEvent } from 'react'
import type { CountryData } from '#features/sales/shipping/contract.ts'
import { useIsCartRead } from '#web/shared/cart/cart-store.ts'
import type { CartItem } from '#web/shared/cart/cart-items.ts'
import { DEFAULT_DELIVERY } from '#web/shared/address/delivery-country.ts'
import { lazyComponent } from '#web/shared/loading/lazy-component.tsx'
import { page, type PageContext, type ViewProps } from '#web/app/router/page.ts'
import { Button } from '#web/ui/button.tsx'
import { CheckoutFrame } from '../checkout-frame.tsx'
import { ContactBlock } from './contact-block.tsx'
import { DeliveryBlock } from './delivery-block.tsx'
import { RatePicker } from './rate-picker.tsx'
import { useCheckout } from './use-checkout.ts'
import { useRestoreFocus } from '../form/use-restore-focus.ts'
import { Skeleton } from '#web/ui/skeleton.tsx'

// The server can't render it, as the cart is stored in the browser.
const CartPanel = lazyComponent(async () => (await import('../cart/cart-panel.tsx')).CartPanel)

type CheckoutData = Readonly<{ countries: readonly CountryData[] }>

/** The first checkout step, linked as "My Cart" in the header: buyer, address, shipping, and cart. */
export const checkoutPage = page<CheckoutData>({
  load: loadCountries,
  head: () => ({ title: 'Checkout', description: 'Review your cart and choose delivery.', isPrivate: true }),
  View: CheckoutView,
  Pending: CheckoutSkeleton,
})

/** Loads the served countries. If that fails, only the shop's own country can be selected. */
async function loadCountries({ call }: PageContext): Promise<CheckoutData> {
  try {
    return { countries: (await call('GET /shop/getAllCountries')).countries }
  } catch {
    return { countries: [DEFAULT_DELIVERY] }
  }
}

function CheckoutView({ data }: ViewProps<CheckoutData>) {
  // Cart and form are stored in the browser, so the server renders a skeleton.
  return useIsCartRead() ? <Checkout countries={data.countries} /> : <CheckoutSkeleton />
}

function Checkout({ countries }: CheckoutData) {
  const { form, buyer, change, items, errors, changes, totals, reviewHref, ...checkout } =
    useCheckout(countries)

  function submit(event: FormEvent): void {
    event.preventDefault()
    checkout.proceed()
  }

  return (
    <CheckoutFrame
      current="Shipping"
      reviewHref={reviewHref}
      panel={
        <Suspense fallback={<PanelSkeleton />}>
          <CartPanel items={items} totals={totals} shipments={checkout.shipments} changes={changes} />
        </Suspense>
      }
      form={
        <form noValidate aria-label="Checkout" onSubmit={submit} className="flex flex-col gap-12">
          <ContactBlock form={form} errors={errors} change={change} buyer={buyer} />
          <DeliveryBlock
            form={form}
            errors={errors}
            change={change}
            buyer={buyer}
            countries={countries}
            pickupPlaces={pickupLocations(items)}
          />
          <RatePicker
            rates={checkout.rates}
            chosen={checkout.shipments}
            error={errors.selectedShippingRate}
            onChoose={(supplier, key) =>
              change({ ...form, rateChoices: { ...form.rateChoices, [supplier]: key } })
            }
            onRetry={checkout.askForRates}
          />
          <ContinueButton isSaving={checkout.isSaving} isEmpty={items.length === 0} />
        </form>
      }
    />
  )
}

function ContinueButton({ isSaving, isEmpty }: { isSaving: boolean; isEmpty: boolean }) {
  const button = useRestoreFocus(isSaving)
  return (
    <div className="flex flex-col gap-3 border-t border-line pt-8 sm:flex-row sm:items-center sm:gap-6">
      <Button
        ref={button}
        type="submit"
        size="lg"
        busy={isSaving}
        disabled={isEmpty}
        className="w-full sm:w-auto sm:min-w-56"
      >
        Continue
      </Button>
      <p className="text-sm text-ink-soft">
        {isEmpty
          ? 'Add a product to your cart to continue.'
          : 'Choose how to pay in the next step. We reserve your items for 15 minutes.'}
      </p>
    </div>
  )
}

/** Returns the warehouses of the cart's items, without duplicates. */
function pickupLocations(items: readonly CartItem[]): readonly string[] {
  const locations = items.map(({ manufacturer, warehouse }) =>
    [manufacturer, warehouse].filter(Boolean).join(', '),
  )
  return [...new Set(locations.filter((place) => place !== ''))]
}

/** Renders the skeleton of the checkout until cart and form are read from storage. */
export function CheckoutSkeleton() {
  return (
    <CheckoutFrame
      current="Shipping"
      form={
        <div aria-busy="true" className="grid grid-cols-6 gap-x-4 gap-y-8">
          <p className="sr-only">Loading your cart</p>
          {LINES.map(({ name, width }) => (
            <Skeleton key={name} className={`h-12 ${width}`} />
          ))}
        </div>
      }
      panel={<PanelSkeleton />}
    />
  )
}

/** Renders the skeleton of the cart beside the form. */
function PanelSkeleton() {
  return (
    <div className="flex flex-col gap-4 rounded-md border border-line bg-sheet p-5 md:p-7">
      <Skeleton className="h-7 w-32" />
      <div className="flex gap-4">
        <Skeleton className="size-20 md:size-24" />
        <Skeleton className="h-6 flex-1" />
      </div>
      <Skeleton className="h-24" />
    </div>
  )
}

const LINES = [
  { name: 'email', width: 'col-span-6' },
  { name: 'ship', width: 'col-span-3' },
  { name: 'pickup', width: 'col-span-3' },
  { name: 'country', width: 'col-span-6' },
  { name: 'first name', width: 'col-span-3' },
  { name: 'last name', width: 'col-span-3' },
  { name: 'block', width: 'col-span-2' },
  { name: 'street', width: 'col-span-4' },
  { name: 'unit', width: 'col-span-2' },
  { name: 'building', width: 'col-span-4' },
  { name: 'postcode', width: 'col-span-3' },
  { name: 'mobile', width: 'col-span-3' },
] as const
