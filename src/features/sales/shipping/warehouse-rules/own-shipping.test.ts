import { beforeEach, expect, test } from 'vitest'
import { presetZones, type ShippingZone } from '#core/shipping/warehouse-rules.ts'
import { createSignedInAccount, type CreatedAccount } from '#tests/shop/accounts.ts'
import {
  createTestProduct,
  createTestSupplier,
  type CreatedProduct,
  type CreatedSupplier,
  GUEST_FORM,
  placeGuestOrder,
} from '#tests/shop/factories.ts'
import { getField } from '#tests/steps/chat.ts'
import { createTestShop } from '#tests/shop/shop.ts'
import { listSupplierOrderTotals } from '#tests/steps/database-reads.ts'
import { completePayment } from '#tests/steps/payments.ts'
import { listLedgerErrors } from '#tests/steps/refunds.ts'
import { expectSuccess } from '#tests/steps/payouts.ts'
import { getOrderByID } from '../../checkout/contract.ts'
import { estimateDelivery, getRates } from '../contract.ts'
import type { WarehouseRulesData } from './contract.ts'

const shop = await createTestShop()

let store: CreatedSupplier
let owner: CreatedAccount
let ring: CreatedProduct
beforeEach(async () => {
  store = await createTestSupplier(shop.db)
  owner = await createSignedInAccount(shop.db, shop.now(), { type: 'manufacturer', owns: store })
  ring = await createTestProduct(shop.db, { supplier: store, price: 3_000 })
})

const ZONE: ShippingZone = {
  name: 'Singapore',
  isRest: false,
  countries: ['SG'],
  services: [
    {
      service: 'Standard',
      minDays: 3,
      maxDays: 6,
      freeFromCents: 4_000,
      bands: [
        { overGrams: 0, amountCents: 300 },
        { overGrams: 1_000, amountCents: 700 },
      ],
    },
    {
      service: 'Express',
      minDays: 1,
      maxDays: 2,
      freeFromCents: null,
      bands: [{ overGrams: 0, amountCents: 1_100 }],
    },
  ],
}

const warehouse = () => `${store.name} Warehouse`
const save = (zones: readonly object[], revision = 0, name = warehouse()) =>
  shop.post('/supplier/shipping-rules', { warehouse: name, revision, zones }, owner.headers)

async function readRules() {
  const { body } = await expectSuccess(shop.get('/supplier/shipping-rules', owner.headers))
  return (body as { warehouses: WarehouseRulesData[] }).warehouses
}

const PARCEL = { toZip: GUEST_FORM.zipCode, toCountry: 'SG', weight: 2, length: 25, width: 20, height: 15 }

const quote = (cart: readonly CreatedProduct[], shipmentDetails = PARCEL) =>
  shop.call(getRates, {
    body: {
      shipmentDetails,
      items: cart.map(({ id, variantId }) => ({ id, variantId, quantity: 1 })),
    },
  })

const feesOf = (rates: readonly Readonly<{ service: string; rate: number }>[] = []) =>
  Object.fromEntries(rates.map(({ service, rate }) => [service, rate]))

test('a supplier’s rules for a warehouse are saved and read again, and removed with their last zone', async () => {
  expect(await readRules()).toEqual([{ warehouse: warehouse(), country: 'IT', revision: 0, zones: [] }])
  await expectSuccess(save([ZONE]))
  expect(await readRules()).toMatchObject([{ revision: 1, zones: [ZONE] }])
  const preset = presetZones('IT')
  await expectSuccess(save(preset, 1))
  const [saved] = await readRules()
  expect(saved?.zones.map(({ name, countries }) => [name, countries])).toEqual(
    preset.map(({ name, countries }) => [name, countries]),
  )
  await expectSuccess(save([], 2))
  expect(feesOf((await quote([ring])).rates)).toEqual({
    Economy: 2.06,
    Standard: 4.2,
    Expedited: 6.6,
    Express: 12.3,
  })
})

test('a product page shows immediately that its warehouse has its own rates', async () => {
  const readShipping = async () =>
    getField<object>(await shop.get(`/shop/getProductsByID/${ring.id}`), 'getProduct', 'shipping')
  expect(await readShipping()).toMatchObject({ hasOwnRates: false })
  await expectSuccess(save([ZONE]))
  expect(await readShipping()).toMatchObject({ hasOwnRates: true })
})

test('rules saved meanwhile are not overwritten', async () => {
  const outcomes = await Promise.all([save([ZONE]), save(presetZones('IT'))])
  expect(outcomes.map(({ status }) => status).toSorted()).toEqual([200, 409])
  expect((await save([])).body).toMatchObject({ code: 'shipping_rules_changed' })
})

test('another supplier’s warehouse is not found', async () => {
  const other = await createTestSupplier(shop.db)
  const answer = await save([ZONE], 0, `${other.name} Warehouse`)
  expect(answer.body).toMatchObject({ code: 'warehouse_not_found' })
})

test('refuses invalid rules, naming the field', async () => {
  const answer = await save([ZONE, { ...ZONE, name: 'Again' }])
  expect(answer.status).toBe(400)
  expect(answer.body).toMatchObject({
    code: 'shipping_rules_wrong',
    message: 'Also in “Singapore”: Singapore.',
    details: { fields: ['zones.1.countries'] },
  })
  expect((await save([{ ...ZONE, countries: ['KP'] }])).body).toMatchObject({
    code: 'shipping_rules_wrong',
    details: { fields: ['zones.0.countries'] },
  })
  expect((await readRules())[0]?.revision).toBe(0)
})

test('two suppliers with own rules give two parcels, and the order adds up their prices', async () => {
  await expectSuccess(save([ZONE]))
  const second = await createTestSupplier(shop.db, { name: 'Second' })
  const secondOwner = await createSignedInAccount(shop.db, shop.now(), { type: 'manufacturer', owns: second })
  const flat = { ...ZONE.services[1], minDays: 2, maxDays: 4, bands: [{ overGrams: 0, amountCents: 550 }] }
  const body = { warehouse: 'Second Warehouse', revision: 0, zones: [{ ...ZONE, services: [flat] }] }
  await expectSuccess(shop.post('/supplier/shipping-rules', body, secondOwner.headers))
  const pearl = await createTestProduct(shop.db, { supplier: second, price: 5_000 })

  const { shipments } = await quote([ring, pearl])
  expect(shipments.map(({ rates }) => feesOf(rates))).toEqual([
    { Standard: 7, Express: 11 },
    { Express: 5.5 },
  ])
  const standard = shipments[0]?.rates.find(({ service }) => service === 'Standard')
  const id = [standard?.id, shipments[1]?.rates[0]?.id].join('+')
  const order = await placeGuestOrder(shop, [ring, pearl], { selectedShippingRate: { id } })
  expect(order.totalAmount).toBe(30 + 50 + 7 + 5.5)
  const { orderDetails } = await shop.call(getOrderByID, { params: { id: order.id } })
  expect(orderDetails.shipments).toMatchObject([
    { supplier: store.name, service: 'Standard', minDays: 3, maxDays: 6, rate: 7 },
    { supplier: 'Second', service: 'Express', minDays: 2, maxDays: 4, rate: 5.5 },
  ])
  await completePayment(shop, order.id, 'pay')
  // Each supplier gets the shipping that was paid for it.
  const totals = await listSupplierOrderTotals(shop.db, order.id)
  expect(totals.map(({ total, allocated }) => [total, allocated])).toEqual([
    [3_700, 3_700],
    [5_550, 5_550],
  ])
  expect(await listLedgerErrors(shop)).toEqual([])
})

test('the product page shows the checkout’s rates, and shipping is free from the threshold on', async () => {
  await expectSuccess(save([ZONE]))
  const params = { id: ring.id }
  const { options } = await shop.call(estimateDelivery, { params, query: { country: 'SG' } })
  expect(options).toMatchObject([
    { service: 'Standard', minDays: 3, maxDays: 6, rate: 7, freeFrom: 40 },
    { service: 'Express', minDays: 1, maxDays: 2, rate: 11, freeFrom: null },
  ])
  const bracelet = await createTestProduct(shop.db, { supplier: store, price: 1_000 })
  expect(feesOf((await quote([ring, bracelet])).shipments[0]?.rates)).toEqual({ Standard: 0, Express: 11 })
})

test('a country without a zone is refused with the supplier’s name', async () => {
  await expectSuccess(save([ZONE]))
  const message = `${store.name} does not ship to that country yet.`
  const refusal = { code: 'country_not_served', message }
  await expect(quote([ring], { ...PARCEL, toCountry: 'US', toZip: '10001' })).rejects.toMatchObject(refusal)
  await expect(
    shop.call(estimateDelivery, { params: { id: ring.id }, query: { country: 'US' } }),
  ).rejects.toMatchObject(refusal)
})

test('a rate quoted without products does not bypass a supplier’s own rules', async () => {
  const [generic] = (await quote([])).rates
  await expectSuccess(save([ZONE]))
  await expect(
    placeGuestOrder(shop, [ring], { selectedShippingRate: generic ?? null }),
  ).rejects.toMatchObject({ code: 'rate_unknown' })
})
