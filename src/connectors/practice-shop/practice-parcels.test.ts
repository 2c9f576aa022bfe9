import { expect, test } from 'vitest'
import type { StoreParcel } from '#features/stores/connections/port.ts'
import { createTestDatabase } from '#tests/shop/database.ts'
import {
  type ConnectedPracticeShop,
  openPracticeShop,
  orderInPracticeShop,
} from '#tests/steps/practice-connector.ts'
import { listFulfillments } from './fulfillments.ts'
import { findOrder } from './orders.ts'

const { db } = await createTestDatabase()

/** Both kinds of shops, and a WooCommerce version without fulfillments. */
const KINDS = ['shopify', 'woocommerce', 'older woocommerce'] as const

/** Opens a shop with a paid order of two rings and a band. */
async function openShopWithOrder(kind: (typeof KINDS)[number]) {
  const shop = await openPracticeShop(db, kind === 'shopify' ? 'shopify' : 'woocommerce')
  if (kind === 'older woocommerce') await shop.act({ fulfillments: 'no' })
  const number = await orderInPracticeShop(shop, { 'PRACTICE-RING': 2, 'PRACTICE-BAND-54': 1 })
  const orderId = String(number)
  const lines = (await shop.connector.findOrder(shop.access, orderId))?.lines ?? []
  const lineOf = (sku: string) => lines.find((line) => line.sku === sku)?.externalId ?? ''
  const [ring, band] = [lineOf('PRACTICE-RING'), lineOf('PRACTICE-BAND-54')]
  const parcel = (change: Partial<StoreParcel>): StoreParcel => ({
    reference: 'eff_1',
    orderId,
    units: [{ lineId: ring, quantity: 1 }],
    trackings: [{ carrier: 'DHL', number: '1234567890', url: 'https://dhl.example/1234567890' }],
    shippedAt: shop.now(),
    sentUnits: [{ lineId: ring, quantity: 1 }],
    otherIds: [],
    formerNumbers: [],
    ...change,
  })
  return { ...shop, ring, band, parcel, read: () => readSent(shop, number) }
}

/** Returns the order's status, its parcels by number and units, and the notes to its customer. */
async function readSent({ find }: ConnectedPracticeShop, number: number) {
  const order = await findOrder(db, (await find()).id, number)
  const parcels = await listFulfillments(db, number)
  return {
    status: order?.status,
    parcels: parcels.map(({ lines, tracking }) => [
      tracking.map((one) => one.number).join(),
      lines.reduce((sum, { quantity }) => sum + quantity, 0),
    ]),
    notes: order?.notes.map(({ text }) => text) ?? [],
  }
}

test.each(KINDS)(
  '%s: sends each parcel once with its own units, and the last one completes the order',
  async (kind) => {
    const { connector, access, ring, band, parcel, read } = await openShopWithOrder(kind)
    const first = await connector.sendParcel(access, parcel({}))
    expect(first).toMatchObject({ outcome: 'sent', message: expect.stringMatching(/tracking number/) })
    expect(await connector.sendParcel(access, parcel({}))).toEqual(first)
    expect(await connector.findParcel(access, parcel({}))).toEqual(first)
    const afterFirst = await read()
    expect(afterFirst.status).toBe('processing')

    const rest = [
      { lineId: ring, quantity: 1 },
      { lineId: band, quantity: 1 },
    ]
    const last = parcel({
      reference: 'eff_2',
      units: rest,
      trackings: [{ carrier: '', number: 'ABC999', url: null }],
      sentUnits: [{ lineId: ring, quantity: 1 }, ...rest],
      otherIds: first.outcome === 'sent' ? [first.externalId] : [],
    })
    expect(await connector.findParcel(access, last)).toBe('none')
    expect(await connector.sendParcel(access, last)).toMatchObject({ outcome: 'sent' })
    expect(await connector.findParcel(access, last)).toMatchObject({ outcome: 'sent' })
    const { status, parcels, notes } = await read()
    expect(status).toBe('completed')
    const asNotes = kind === 'older woocommerce'
    const written = /^.*1 × .*Ring.*DHL 1234567890 \(https:.*\n.*ABC999.*$/
    expect(notes.join('\n')).toMatch(asNotes ? written : /^$/)
    expect(parcels).toEqual(
      asNotes
        ? []
        : [
            ['1234567890', 1],
            ['ABC999', 2],
          ],
    )
  },
)

test.each(KINDS)('%s: looks up a parcel whose answer was lost, and does not send it twice', async (kind) => {
  const { connector, access, act, parcel, read } = await openShopWithOrder(kind)
  await act({ answers: 'lost' })
  await expect(connector.sendParcel(access, parcel({}))).rejects.toMatchObject({ kind: 'unavailable' })
  await act({ answers: 'normal' })
  for (let time = 0; time < 2; time += 1)
    if ((await connector.findParcel(access, parcel({}))) === 'none')
      await connector.sendParcel(access, parcel({}))
  const { parcels, notes } = await read()
  expect(parcels.length + notes.length).toBe(1)
})

test.each(KINDS)('%s: does not complete an order that also has the shop’s own items', async (kind) => {
  const { connector, access, ring, parcel, read } = await openShopWithOrder(kind)
  const units = [{ lineId: ring, quantity: 2 }]
  expect(await connector.sendParcel(access, parcel({ units, sentUnits: units }))).toMatchObject({
    outcome: 'sent',
  })
  expect((await read()).status).toBe('processing')
})

test.each(KINDS)('%s: completes an order without waiting for refunded units', async (kind) => {
  const { connector, access, act, ring, band, parcel, read } = await openShopWithOrder(kind)
  const { orderId } = parcel({})
  await act({ action: 'refund_one', order: orderId })
  const units = [
    { lineId: ring, quantity: 1 },
    { lineId: band, quantity: 1 },
  ]
  expect(await connector.sendParcel(access, parcel({ units, sentUnits: units }))).toMatchObject({
    outcome: 'sent',
  })
  expect((await read()).status).toBe('completed')
})

test.each(KINDS)('%s: refuses a parcel for a cancelled order', async (kind) => {
  const { connector, access, act, parcel, read } = await openShopWithOrder(kind)
  await act({ action: 'cancel', order: parcel({}).orderId })
  expect(await connector.sendParcel(access, parcel({}))).toMatchObject({
    outcome: 'refused',
    reason: expect.stringMatching(/cancelled/),
  })
  expect(await read()).toMatchObject({ parcels: [], notes: [] })
})

test.each(['shopify', 'woocommerce'] as const)(
  '%s: never marks more units as shipped than were ordered, and reports a missing order',
  async (kind) => {
    const { connector, access, band, parcel, read } = await openShopWithOrder(kind)
    const sending = (change: Partial<StoreParcel>) =>
      connector.sendParcel(access, parcel(change)).then(
        (result) => result,
        (error: unknown) => error,
      )
    await sending({ reference: 'eff_1', units: [{ lineId: band, quantity: 1 }] })
    const trackings = [{ carrier: 'UPS', number: '1Z999', url: null }]
    const again = await sending({ reference: 'eff_2', units: [{ lineId: band, quantity: 1 }], trackings })
    expect(JSON.stringify(again)).toMatch(/already counts|rejected|refused/)
    expect((await read()).parcels).toEqual([['1234567890', 1]])
    expect(await sending({ orderId: '999999' })).toMatchObject({
      outcome: 'refused',
      reason: 'This order no longer exists in your store.',
    })
  },
)

test.each(KINDS)('%s: cancels an order once, and not after a part of it was shipped', async (kind) => {
  const { connector, access, parcel, read } = await openShopWithOrder(kind)
  const cancellation = { orderId: parcel({}).orderId, isRefunded: true }
  expect(await connector.cancelOrder(access, cancellation)).toMatchObject({ outcome: 'cancelled' })
  expect(await connector.cancelOrder(access, cancellation)).toMatchObject({ outcome: 'cancelled' })
  expect((await read()).status).toBe('cancelled')
  expect(await connector.cancelOrder(access, { ...cancellation, orderId: '999999999' })).toMatchObject({
    outcome: 'refused',
    reason: expect.stringMatching(/no longer exists/),
  })

  const sent = await openShopWithOrder(kind)
  const units = [
    { lineId: sent.ring, quantity: 2 },
    { lineId: sent.band, quantity: 1 },
  ]
  await sent.connector.sendParcel(sent.access, sent.parcel({ units, sentUnits: units }))
  const { orderId } = sent.parcel({})
  expect(await sent.connector.cancelOrder(sent.access, { orderId, isRefunded: false })).toMatchObject({
    outcome: 'refused',
  })
  expect((await sent.read()).status).toBe('completed')
})

const CORRECTED = { carrier: 'UPS', number: '1Z999', url: null }

test.each(KINDS)('%s: replaces a tracking number by its correction once', async (kind) => {
  const { connector, access, parcel, read } = await openShopWithOrder(kind)
  const sent = await connector.sendParcel(access, parcel({}))
  const externalId = sent.outcome === 'sent' ? sent.externalId : null
  const change = parcel({ trackings: [CORRECTED], formerNumbers: ['1234567890'] })
  for (let time = 0; time < 2; time += 1)
    expect(
      await connector.correctParcel(access, { parcel: change, externalId, isRemoved: false }),
    ).toMatchObject({ outcome: 'sent', message: expect.stringMatching(/corrected tracking number/) })
  const { parcels, notes } = await read()
  expect(parcels).toEqual(kind === 'older woocommerce' ? [] : [['1Z999', 1]])
  expect(notes).toHaveLength(kind === 'older woocommerce' ? 2 : 0)
  expect(notes.join('\n')).toMatch(kind === 'older woocommerce' ? /corrected.*UPS 1Z999/ : /^$/)
  // A correction whose answer was lost is found by the former number.
  expect(await connector.findParcel(access, change)).toMatchObject({ outcome: 'sent' })
})

test.each(KINDS)('%s: a parcel that was taken back can be sent again as another parcel', async (kind) => {
  const { connector, access, ring, band, parcel, read } = await openShopWithOrder(kind)
  const units = [
    { lineId: ring, quantity: 2 },
    { lineId: band, quantity: 1 },
  ]
  const all = parcel({ units, sentUnits: units })
  await connector.sendParcel(access, all)
  expect((await read()).status).toBe('completed')
  const gone = parcel({ units: [], sentUnits: [], trackings: [], formerNumbers: ['1234567890'] })
  for (let time = 0; time < 2; time += 1)
    expect(
      await connector.correctParcel(access, { parcel: gone, externalId: null, isRemoved: true }),
    ).toMatchObject({ outcome: 'sent' })
  const { status, parcels, notes } = await read()
  expect([status, parcels]).toEqual(['processing', []])
  expect(notes.filter((note) => note.startsWith('Please disregard'))).toHaveLength(
    kind === 'older woocommerce' ? 1 : 0,
  )
  const again = { ...all, reference: 'eff_2', trackings: [CORRECTED] }
  expect(await connector.sendParcel(access, again)).toMatchObject({ outcome: 'sent' })
  expect(await read()).toMatchObject({
    status: 'completed',
    parcels: kind === 'older woocommerce' ? [] : [['1Z999', 3]],
  })
})

test.each(KINDS)('%s: the last two parcels can be sent at the same time', async (kind) => {
  const { connector, access, ring, band, parcel, read } = await openShopWithOrder(kind)
  const sentUnits = [
    { lineId: ring, quantity: 2 },
    { lineId: band, quantity: 1 },
  ]
  const parcels = sentUnits.map((unit, index) =>
    parcel({
      reference: `eff_${index}`,
      units: [unit],
      sentUnits,
      trackings: [{ ...CORRECTED, number: `1Z${index}` }],
    }),
  )
  const results = await Promise.all(parcels.map((one) => connector.sendParcel(access, one)))
  expect(results.map(({ outcome }) => outcome)).toEqual(['sent', 'sent'])
  expect((await read()).status).toBe('completed')
})

test.each(KINDS)('%s: taking back one parcel leaves the order’s other parcel', async (kind) => {
  const { connector, access, ring, parcel, read } = await openShopWithOrder(kind)
  const first = await connector.sendParcel(access, parcel({}))
  const otherIds = first.outcome === 'sent' ? [first.externalId] : []
  const second = parcel({
    reference: 'eff_2',
    units: [{ lineId: ring, quantity: 1 }],
    trackings: [CORRECTED],
    otherIds,
  })
  const sent = await connector.sendParcel(access, second)
  const externalId = sent.outcome === 'sent' ? sent.externalId : null
  const gone = { ...second, units: [], trackings: [], formerNumbers: ['1Z999'] }
  await connector.correctParcel(access, { parcel: gone, externalId, isRemoved: true })
  expect((await read()).parcels).toEqual(kind === 'older woocommerce' ? [] : [['1234567890', 1]])
})

test.each(['shopify', 'woocommerce'] as const)(
  '%s: refuses to correct a shipment that the shop’s owner removed',
  async (kind) => {
    const { connector, access, parcel } = await openShopWithOrder(kind)
    const change = parcel({ trackings: [CORRECTED], formerNumbers: ['1234567890'] })
    expect(
      await connector.correctParcel(access, { parcel: change, externalId: null, isRemoved: false }),
    ).toMatchObject({ outcome: 'refused', reason: expect.stringMatching(/no longer has/) })
  },
)
