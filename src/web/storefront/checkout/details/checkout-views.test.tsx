import { expect, test } from 'vitest'
import { createCartItem, createCheckoutForm, createRate } from '#tests/data/checkout-data.ts'
import { renderHtml, findTags, toText } from '#tests/data/rendered.tsx'
import { CartPanel } from '../cart/cart-panel.tsx'
import { emptyCheckoutForm, type CheckoutForm } from '../form/checkout-form.ts'
import { CheckoutSkeleton } from './checkout-page.tsx'
import { CheckoutTabs } from '../checkout-frame.tsx'
import { ContactBlock } from './contact-block.tsx'
import { DeliveryBlock } from './delivery-block.tsx'
import { calculateTotals } from '../order/order-body.ts'
import {
  selectShipments,
  combineShipmentRates,
  RATES_FAILED,
  RATES_REFUSED,
  type SelectedShipment,
  type RatesState,
} from './rate-selection.ts'
import { RatePicker } from './rate-picker.tsx'

const COUNTRIES = [
  { code: 'JP', name: 'Japan' },
  { code: 'SG', name: 'Singapore' },
]
const unused = () => undefined

test("the tabs are 'Shipping', which is active, and 'Review' [CHK-01]", () => {
  const html = renderHtml(<CheckoutTabs current="Shipping" />)
  expect(toText(html)).toBe('Shipping Review')
  expect(html).toMatch(/<span aria-current="step"[^>]*>Shipping</)
})

test('the review tab is disabled until the order is saved, and then links to the review [CHK-32]', () => {
  expect(findTags(renderHtml(<CheckoutTabs current="Shipping" />), 'button')[0]).toContain(' disabled=""')
  const saved = renderHtml(<CheckoutTabs current="Shipping" reviewHref="/checkout-step-two/?orderID=pur_1" />)
  expect(saved).toMatch(/<a[^>]* href="\/checkout-step-two\/\?orderID=pur_1"[^>]*>Review</)
})

test('a guest enters an email or signs in and returns, and can subscribe to offers [CHK-02, CHK-12, CHK-33]', () => {
  const html = renderHtml(
    <ContactBlock form={createCheckoutForm({ subscribeToOffers: true })} errors={{}} change={unused} />,
  )
  expect(inputNamed(html, 'email')).toContain('type="email"')
  expect(html).toContain('href="/login?next=/checkout"')
  expect(inputNamed(html, 'subscribeToOffers')).toContain('checked')
})

test("the shipping method is 'Ship' or 'Pick Up' [CHK-04]", () => {
  const html = delivery(emptyCheckoutForm('SG'))
  expect(toText(html)).toContain('Ship Pick Up')
  expect(findTags(html, 'input').filter((tag) => tag.includes('name="shippingMethod"'))).toEqual([
    expect.stringMatching(/value="ship".*checked|checked.*value="ship"/),
    expect.stringContaining('value="pickup"'),
  ])
})

test('the countries come from the call, and Singapore is preselected [CHK-05, CONST-18]', () => {
  const html = delivery(emptyCheckoutForm('SG'))
  expect(html).toContain('<option value="JP">Japan</option><option value="SG" selected="">Singapore</option>')
})

test('the form has names, the address fields of the country, and a mobile number [CHK-06]', () => {
  expect(fieldNames(delivery(emptyCheckoutForm('SG')))).toEqual([
    'firstName',
    'lastName',
    'blockNumber',
    'streetAddress',
    'unitNumber',
    'buildingName',
    'zipCode',
    'mobileNumber',
  ])
  expect(fieldNames(delivery(emptyCheckoutForm('JP')))).toEqual([
    'firstName',
    'lastName',
    'streetAddress',
    'address2',
    'city',
    'state',
    'zipCode',
    'mobileNumber',
  ])
})

test('pickup has no address fields and shows where to collect the items', () => {
  const html = delivery({ ...emptyCheckoutForm('SG'), shippingMethod: 'pickup' })
  expect(fieldNames(html)).toEqual(['firstName', 'lastName', 'mobileNumber'])
  expect(toText(html)).toContain('Atelier Nord, Copenhagen')
})

test('a missing field is marked as invalid and described by its error', () => {
  const html = delivery(emptyCheckoutForm('SG'), { unitNumber: 'Please fill in your unit number.' })
  const marked = inputNamed(html, 'unitNumber')
  expect(marked).toContain('aria-invalid="true"')
  expect(marked).toContain('aria-describedby="checkout-unitNumber-error"')
  expect(html).toMatch(/id="checkout-unitNumber-error"[^>]*>Please fill in your unit number\./)
  expect(inputNamed(html, 'zipCode')).not.toContain('aria-invalid=')
})

test("shows 'Loading shipping rates...' while the rates load [CHK-15]", () => {
  expect(toText(picker({ state: 'loading' }))).toContain('Loading shipping rates...')
  expect(picker({ state: 'none' })).toBe('')
})

test('each rate shows its service with spaces, its days and its price, and the selected one is marked [CHK-16]', () => {
  const priority = createRate({
    id: 'rate_2',
    service: 'Priority_Mail',
    minDays: 1,
    estimatedDays: 1,
    rate: 12.3,
  })
  const standard = createRate({
    id: 'rate_3',
    service: 'Standard',
    minDays: 5,
    estimatedDays: 7,
    rate: 4.2,
    freeFrom: 50,
  })
  const rates = [createRate(), standard, priority]
  const html = picker({ state: 'offered', shipments: [{ supplier: NORD, rates }] })
  const text = toText(html)
  expect(text).toContain('Economy Estimated delivery: 15-25 days $2.06')
  expect(text).toContain('Standard Estimated delivery: 5-7 days Free from $50.00 per supplier $4.20')
  expect(text).toContain('Priority Mail Estimated delivery: 1 day $12.30')
  expect(text).not.toContain('Atelier Nord')
  const radios = findTags(html, 'input')
  expect(radios.map((tag) => tag.includes('checked=""'))).toEqual([true, false, false])
})

test('with several suppliers, each shipment is named and has its own rate selection', () => {
  const free = createRate({
    id: 'rate_4',
    service: 'Standard',
    minDays: 5,
    estimatedDays: 7,
    rate: 0,
    freeFrom: 50,
  })
  const html = picker({
    state: 'offered',
    shipments: [
      { supplier: NORD, rates: [createRate(), createRate({ id: 'rate_2', service: 'Express', rate: 12.3 })] },
      { supplier: { id: 'sup_2', name: 'Hockley Bench' }, rates: [free, createRate({ id: 'rate_5' })] },
    ],
  })
  expect(toText(html)).toMatch(/in 2 parcels, one per supplier.*From Atelier Nord.*From Hockley Bench/)
  expect(toText(html)).toContain('Standard Estimated delivery: 5-7 days $0.00')
  const radios = findTags(html, 'input')
  expect(radios.map((tag) => tag.includes('checked=""'))).toEqual([true, false, true, false])
  expect(new Set(radios.map((tag) => /name="([^"]*)"/.exec(tag)?.[1])).size).toBe(2)
})

test('the panel shows the service of each shipment, and its price if there are several', () => {
  const otherShipment = {
    supplier: { id: 'sup_2', name: 'Bench' },
    rate: createRate({ service: 'Standard', rate: 0 }),
  }
  const shipments = [{ supplier: NORD, rate: createRate() }, otherShipment]
  const panel = (sent: readonly SelectedShipment[]) =>
    toText(
      renderHtml(
        <CartPanel
          items={[]}
          totals={calculateTotals([], combineShipmentRates(sent))}
          shipments={sent}
          changes={[]}
        />,
      ),
    )
  expect(panel(shipments)).toContain(
    'Shipping $2.06 Atelier Nord: Economy, 15-25 days $2.06 Bench: Standard, 15-25 days $0.00 Total $2.06',
  )
  expect(panel(shipments.slice(0, 1))).toContain('Shipping $2.06 Economy, 15-25 days Total $2.06')
})

test('failed rates replace the picker by an error with a retry [CHK-21]', () => {
  expect([RATES_REFUSED, RATES_FAILED]).toEqual([
    'Failed to fetch shipping rates',
    'Error fetching shipping rates',
  ])
  const html = picker({ state: 'failed', message: RATES_REFUSED, reason: 'This postcode doesn’t exist.' })
  expect(toText(html)).toContain('Failed to fetch shipping rates This postcode doesn’t exist. Try again')
  expect(html).not.toContain('type="radio"')
})

test('the cart panel lists items with quantity and removal, Subtotal, Shipping and Total [CHK-23]', () => {
  const items = [
    createCartItem({ quantity: 2, variantTitle: 'Size 52' }),
    createCartItem({ id: 'prd_2', title: 'Chain', image: '', newPrice: 10 }),
  ]
  const html = renderHtml(
    <CartPanel items={items} totals={calculateTotals(items, createRate())} changes={[]} />,
  )
  const text = toText(html)
  expect(text).toMatch(/Signet ring.*Size 52.*2.*\$39\.98.*Chain.*\$10\.00/)
  expect(text).toContain('Subtotal $49.98 Shipping $2.06 Total $52.04')
  expect(html).toContain('aria-label="Remove Signet ring"')
  expect(findTags(html, 'img').map((tag) => /src="([^"]*)"/.exec(tag)?.[1])).toEqual([
    '/media/aa-800.webp',
    '/pictures/placeholder.svg',
  ])
})

test('an empty cart panel says so and shows a total of $0.00', () => {
  const text = toText(
    renderHtml(<CartPanel items={[]} totals={calculateTotals([], undefined)} changes={[]} />),
  )
  expect(text).toContain('Your cart is empty.')
  expect(text).toContain('Total $0.00')
})

test('the panel lists the server’s changes to the cart', () => {
  const changes = ['The price of Ring changed from $1.00 to $2.00.']
  const html = renderHtml(
    <CartPanel items={[createCartItem()]} totals={calculateTotals([], undefined)} changes={changes} />,
  )
  expect(toText(html)).toContain('Your cart has changed The price of Ring changed from $1.00 to $2.00.')
})

test('shows a skeleton instead of an empty cart until the cart is read', () => {
  const html = renderHtml(<CheckoutSkeleton />)
  expect(toText(html)).toContain('Checkout Shipping Review')
  expect(html).toContain('aria-busy="true"')
  expect(toText(html)).not.toContain('empty')
})

function delivery(form: CheckoutForm, errors = {}): string {
  return renderHtml(
    <DeliveryBlock
      form={form}
      errors={errors}
      change={unused}
      countries={COUNTRIES}
      pickupPlaces={['Atelier Nord, Copenhagen']}
    />,
  )
}

const NORD = { id: 'sup_1', name: 'Atelier Nord' }

function picker(rates: RatesState): string {
  const selectedShipments = selectShipments(createCheckoutForm(), rates)
  return renderHtml(
    <RatePicker
      rates={rates}
      chosen={selectedShipments}
      error={undefined}
      onChoose={unused}
      onRetry={unused}
    />,
  )
}

function inputNamed(html: string, name: string): string {
  return findTags(html, 'input').find((tag) => tag.includes(`name="${name}"`)) ?? ''
}

function fieldNames(html: string): string[] {
  const names = findTags(html, 'input').flatMap((tag) => /name="(\w+)"/.exec(tag)?.[1] ?? [])
  return names.filter((name) => name !== 'shippingMethod')
}
