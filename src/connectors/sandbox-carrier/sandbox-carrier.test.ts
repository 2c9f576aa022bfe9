import { beforeEach, expect, test } from 'vitest'
import type { LabelParcel } from '#features/sales/orders/port.ts'
import { extractPdfTexts } from '#tests/oracles/pdf-text.ts'
import { createTestDatabase } from '#tests/shop/database.ts'
import { sandboxCarrier } from './sandbox-carrier.ts'

const { db, reset } = await createTestDatabase()
let now = new Date('2026-11-22T09:00:00Z')
const carrier = sandboxCarrier({ db, clock: () => now })
const ADDRESS = {
  name: 'Mei Tan',
  street1: '1 Duxton Road',
  city: 'Singapore',
  zip: '089513',
  phone: '+6591234567',
}
const PARCEL: LabelParcel = {
  reference: 'lbl_1',
  from: { ...ADDRESS, name: 'Atelier Luce', city: 'Arezzo', country: 'IT' },
  to: { ...ADDRESS, country: 'SG' },
  contents: 'merchandise',
  weightGrams: 220,
  lengthMm: 220,
  widthMm: 170,
  heightMm: 80,
  currency: 'USD',
  customs: null,
}

beforeEach(async () => {
  await reset()
  now = new Date('2026-11-22T09:00:00Z')
})
const passMinutes = (minutes: number) => (now = new Date(now.getTime() + minutes * 60_000))

test('sells a label once, at the quoted price, with the tracking number in its file', async () => {
  const [cheapest] = await carrier.quoteLabel(PARCEL)
  expect(cheapest).toMatchObject({ service: 'Economy', currency: 'USD', amount: 144, days: 25 })
  await carrier.openShipment(PARCEL)
  const choice = { service: 'Express', atMost: { currency: 'USD', amount: 861 } }
  const bought = await carrier.buyLabel('lbl_1', choice)
  expect(bought).toMatchObject({ service: 'Express', amount: 861, carrier: 'sandbox_post' })
  expect(await carrier.buyLabel('lbl_1', choice)).toEqual(bought)
  expect(await carrier.boughtLabel('lbl_1')).toEqual(bought)
  const texts = await extractPdfTexts(await carrier.fetchLabel(bought.fileUrl))
  expect(texts.join(' ')).toContain('Mei Tan')
})

test('does not sell a label above the quoted price or for an unknown service', async () => {
  await carrier.openShipment(PARCEL)
  const atMost = { currency: 'USD', amount: 860 }
  await expect(carrier.buyLabel('lbl_1', { service: 'Express', atMost })).rejects.toMatchObject({
    code: 'label_not_sold',
  })
  await expect(carrier.buyLabel('lbl_1', { service: 'Pigeon', atMost })).rejects.toMatchObject({
    code: 'label_not_sold',
  })
  expect(await carrier.boughtLabel('lbl_1')).toBeUndefined()
})

test('a parcel moves with the clock, and its label is refundable until handover', async () => {
  await carrier.openShipment(PARCEL)
  const { trackingNumber: number } = await carrier.buyLabel('lbl_1', { service: null, atMost: null })
  const track = () => carrier.track({ carrier: 'sandbox_post', number, trackerRef: null })
  expect(await track()).toMatchObject({ state: 'info_received' })
  passMinutes(29)
  expect(await carrier.giveBackLabel('lbl_1')).toBe('refunded')
  expect(await carrier.refundOf('lbl_1')).toBe('refunded')
  passMinutes(600)
  expect(await track()).toMatchObject({ state: 'info_received' })
  await carrier.openShipment({ ...PARCEL, reference: 'lbl_2' })
  const other = await carrier.buyLabel('lbl_2', { service: null, atMost: null })
  passMinutes(31)
  expect(await carrier.giveBackLabel('lbl_2')).toBe('turned_down')
  passMinutes(300)
  const moved = await carrier.track({
    carrier: 'sandbox_post',
    number: other.trackingNumber,
    trackerRef: null,
  })
  expect(moved).toMatchObject({ state: 'delivered', steps: [{}, {}, {}, { location: 'Singapore' }] })
})

test('does not track numbers of other carriers', async () => {
  expect(carrier.canTrack('fedex')).toBe(false)
  const unknown = carrier.track({ carrier: 'sandbox_post', number: 'SBX000000000000', trackerRef: null })
  await expect(unknown).rejects.toMatchObject({ code: 'not_followed' })
})
