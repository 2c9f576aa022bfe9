import { z } from 'zod'
import { AppError } from '#core/errors.ts'
import type { StoreParcel, StoreParcelCorrection } from '#features/stores/connections/port.ts'
import { callWooCommerce, type WooClient, type WooSite } from './call-woocommerce.ts'

/** The order of a parcel: its number, and the titles of its lines. */
export type ParcelOrder = Readonly<{ id: number; titles: ReadonlyMap<string, string> }>

/** A way to report parcels to a site; `description` explains it to the site's owner. */
export type TrackingWay = Readonly<{
  description: string
  /** Returns the site's id of an existing report of the parcel. */
  find(parcel: StoreParcel): Promise<string | undefined>
  /** Reports the parcel to the site; returns the site's id of it. */
  add(parcel: StoreParcel): Promise<string>
  /** Updates the tracking numbers, or withdraws the report; returns the site's id, undefined when it has no report. */
  correct(correction: StoreParcelCorrection): Promise<string | undefined>
}>

/** The REST API namespaces of tracking extensions; both accept the same calls. */
const TRACKING_NAMESPACES = ['wc-shipment-tracking/v3', 'wc-ast/v3']

/**
 * Returns how a site accepts tracking numbers: fulfillments, an extension, or notes to the customer. WooCommerce has
 * had its own fulfillments since September 2025 (beta); the extension is Shipment Tracking or a compatible one.
 */
export async function findTrackingWay(
  client: WooClient,
  site: WooSite,
  order: ParcelOrder,
): Promise<TrackingWay> {
  const fulfillments = await listFulfillments(client, site, order)
  if (fulfillments) return byFulfillments(client, site, { order, fulfillments })
  const path = '/?_fields=namespaces'
  const { data } = await callWooCommerce(client, site, {
    path,
    data: z.object({ namespaces: z.array(z.string()) }),
  })
  const namespace = TRACKING_NAMESPACES.find((one) => data.namespaces.includes(one))
  return namespace ? byExtension(client, site, { order, namespace }) : byNotes(client, site, order)
}

const Meta = z.array(z.object({ key: z.string(), value: z.unknown() })).catch([])
const Fulfillment = z.object({ id: z.number(), meta_data: Meta })
type Fulfillment = z.output<typeof Fulfillment>

/** The metadata key of our reference at a fulfillment, written in the same call. */
const REFERENCE_KEY = '_cabochon_parcel'

async function listFulfillments(
  client: WooClient,
  site: WooSite,
  { id }: ParcelOrder,
): Promise<readonly Fulfillment[] | undefined> {
  try {
    const path = `/wc/v3/orders/${id}/fulfillments`
    return (await callWooCommerce(client, site, { path, data: z.array(Fulfillment) })).data
  } catch (error) {
    // The order existed a moment ago, so the site does not know the endpoint.
    if (error instanceof AppError && error.code === 'store_not_found') return undefined
    throw error
  }
}

function byFulfillments(
  client: WooClient,
  site: WooSite,
  { order, fulfillments }: Readonly<{ order: ParcelOrder; fulfillments: readonly Fulfillment[] }>,
): TrackingWay {
  const path = `/wc/v3/orders/${order.id}/fulfillments`
  return {
    description: 'Your store has marked the items as shipped, with the tracking number.',
    find: (parcel) => {
      const found = findFulfillment(fulfillments, parcel)
      return Promise.resolve(found && String(found.id))
    },
    async correct({ parcel, externalId, isRemoved }) {
      const found =
        fulfillments.find(({ id }) => String(id) === externalId) ?? findFulfillment(fulfillments, parcel)
      if (!found) return undefined
      const one = `${path}/${found.id}?notify_customer=true`
      const written = toTrackingMeta(parcel)
      const names = new Set([...written.map(({ key }) => key), '_provider_name', '_tracking_url'])
      // An update deletes omitted metadata, and the site's owner may have added some.
      const meta = [...found.meta_data.filter(({ key }) => !names.has(key)), ...written]
      await callWooCommerce(client, site, {
        path: isRemoved ? `${one}&${DELETE}` : one,
        body: isRemoved ? {} : { status: 'fulfilled', is_fulfilled: true, meta_data: meta },
        data: z.unknown(),
      })
      return String(found.id)
    },
    async add(parcel) {
      const { reference, units } = parcel
      const { data } = await callWooCommerce(client, site, {
        path: `${path}?notify_customer=true`,
        body: {
          status: 'fulfilled',
          is_fulfilled: true,
          meta_data: [
            {
              key: '_items',
              value: units.map((unit) => ({ item_id: Number(unit.lineId), qty: unit.quantity })),
            },
            ...toTrackingMeta(parcel),
            { key: REFERENCE_KEY, value: reference },
          ],
        },
        data: Fulfillment,
      })
      return String(data.id)
    },
  }
}

/** WordPress accepts any method by POST. */
const DELETE = '_method=DELETE'

/** Returns the fulfillment by our reference, else by a current or former number that is not another parcel's. */
function findFulfillment(
  fulfillments: readonly Fulfillment[],
  { reference, trackings, formerNumbers, otherIds }: StoreParcel,
): Fulfillment | undefined {
  const hasMeta = ({ meta_data }: Fulfillment, name: string, values: readonly string[]) =>
    meta_data.some(({ key, value }) => key === name && values.includes(String(value)))
  const numbers = [...trackings.map(({ number }) => number), ...formerNumbers]
  return (
    fulfillments.find((one) => hasMeta(one, REFERENCE_KEY, [reference])) ??
    fulfillments.find(
      (one) => hasMeta(one, '_tracking_number', numbers) && !otherIds.includes(String(one.id)),
    )
  )
}

function toTrackingMeta({ trackings }: StoreParcel): { key: string; value: string }[] {
  const [first] = trackings
  return [
    { key: '_tracking_number', value: trackings.map(({ number }) => number).join(', ') },
    { key: '_shipment_provider', value: 'other' },
    ...(first?.carrier ? [{ key: '_provider_name', value: first.carrier }] : []),
    ...(first?.url ? [{ key: '_tracking_url', value: first.url }] : []),
  ]
}

const ExtensionTracking = z.object({ tracking_id: z.string(), tracking_number: z.string() })

/**
 * Reports parcels by the REST API of Shipment Tracking (woocommerce.com/document/shipment-tracking), which stores
 * numbers without items.
 */
function byExtension(
  client: WooClient,
  site: WooSite,
  { order, namespace }: Readonly<{ order: ParcelOrder; namespace: string }>,
): TrackingWay {
  const path = `/${namespace}/orders/${order.id}/shipment-trackings`
  const list = async () =>
    (await callWooCommerce(client, site, { path, data: z.array(ExtensionTracking) })).data
  const add = async ({ trackings, shippedAt }: StoreParcel) => {
    const known = await list()
    const ids: string[] = []
    for (const { carrier, number, url } of trackings) {
      const before = known.find(({ tracking_number }) => tracking_number === number)
      if (before) {
        ids.push(before.tracking_id)
        continue
      }
      const body = {
        tracking_number: number,
        custom_tracking_provider: carrier || 'Carrier',
        // The extension requires a URL, so the site's own is the fallback.
        custom_tracking_link: url ?? site.address,
        date_shipped: shippedAt.toISOString().slice(0, 10),
      }
      const { data } = await callWooCommerce(client, site, { path, body, data: ExtensionTracking })
      ids.push(data.tracking_id)
    }
    return ids.join(' ')
  }
  return {
    description: 'Your store has the tracking number.',
    async find({ trackings }) {
      const known = await list()
      const ids = trackings.map(
        ({ number }) => known.find(({ tracking_number }) => tracking_number === number)?.tracking_id,
      )
      return ids.includes(undefined) ? undefined : ids.join(' ')
    },
    add,
    async correct({ parcel, isRemoved }) {
      const current = isRemoved ? [] : parcel.trackings.map(({ number }) => number)
      const known = await list()
      const isKnown = known.some(({ tracking_number }) =>
        [...current, ...parcel.formerNumbers].includes(tracking_number),
      )
      if (!isKnown) return undefined
      const ids = isRemoved ? '' : await add(parcel)
      for (const { tracking_id, tracking_number } of known)
        if (parcel.formerNumbers.includes(tracking_number) && !current.includes(tracking_number))
          await callWooCommerce(client, site, {
            path: `${path}/${tracking_id}?${DELETE}`,
            body: {},
            data: z.unknown(),
          })
      return ids
    },
  }
}

const Note = z.object({ id: z.number(), note: z.string(), customer_note: z.boolean() })

/** Reports parcels by notes, which WooCommerce emails to the customer. */
function byNotes(client: WooClient, site: WooSite, order: ParcelOrder): TrackingWay {
  const path = `/wc/v3/orders/${order.id}/notes`
  const list = async () =>
    (await callWooCommerce(client, site, { path: `${path}?type=customer`, data: z.array(Note) })).data
  const add = async (note: string) =>
    String(
      (await callWooCommerce(client, site, { path, body: { note, customer_note: true }, data: Note })).data
        .id,
    )
  return {
    description: 'Your store has sent the tracking number to your customer in a note.',
    async find({ trackings }) {
      const found = (await list()).find(({ note }) => hasAll(note, trackings))
      return found && String(found.id)
    },
    add: (parcel) => add(writeNote(parcel, order)),
    async correct({ parcel, externalId, isRemoved }) {
      const notes = await list()
      const { trackings, formerNumbers } = parcel
      if (!externalId && !notes.some(({ note }) => formerNumbers.some((number) => note.includes(number))))
        return undefined
      const written = isRemoved ? writeTakenBack(formerNumbers) : writeCorrection(parcel)
      const found = notes.find(({ note }) => (isRemoved ? note === written : hasAll(note, trackings)))
      return found ? String(found.id) : add(written)
    },
  }
}

const hasAll = (note: string, trackings: StoreParcel['trackings']) =>
  trackings.every(({ number }) => note.includes(number))

function writeNote({ units, trackings }: StoreParcel, { titles }: ParcelOrder): string {
  const items = units.map(({ lineId, quantity }) => `${quantity} × ${titles.get(lineId) ?? 'item'}`)
  return `Your parcel is on its way: ${items.join(', ')}. Tracking: ${listNumbers(trackings)}.`
}

/** Returns the text of a correction, without the former numbers, as notes are searched by number. */
function writeCorrection({ trackings }: StoreParcel): string {
  return `The tracking of your parcel was corrected. It is now: ${listNumbers(trackings)}.`
}

function writeTakenBack(numbers: readonly string[]): string {
  return `Please disregard the tracking number ${numbers.join(', ')}: these items will be sent later.`
}

function listNumbers(trackings: StoreParcel['trackings']): string {
  return trackings
    .map(({ carrier, number, url }) => [carrier, number, url && `(${url})`].filter(Boolean).join(' '))
    .join(', ')
}
