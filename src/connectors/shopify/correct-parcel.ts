import { z } from 'zod'
import { refused } from '#core/errors.ts'
import type { StoreParcelCorrection, StoreParcelResult } from '#features/stores/connections/port.ts'
import { callShopify, type ShopifyClient, type ShopifyStore } from './call-shopify.ts'
import { GONE, type OrderParcels, readOrder, toTrackingInfo } from './send-parcel.ts'

type Fulfillment = OrderParcels['fulfillments'][number]

/**
 * Updates the fulfillments of a reported parcel to its current tracking numbers. When the parcel was withdrawn they
 * are cancelled, and their items are unfulfilled again. Fulfillments that are already correct stay unchanged.
 */
export async function correctParcel(
  client: ShopifyClient,
  store: ShopifyStore,
  correction: StoreParcelCorrection,
): Promise<StoreParcelResult> {
  const { parcel, isRemoved } = correction
  const order = await readOrder(client, store, parcel)
  if (!order) return GONE
  const known = order.fulfillments.filter((one) => isOfParcel(one, correction))
  if (known.length === 0) return isRemoved ? toDone([], NOT_THERE) : REMOVED
  for (const fulfillment of known) {
    if (isRemoved) await cancelFulfillment(client, store, fulfillment.id)
    else if (!hasNumbers(fulfillment, parcel)) await updateTracking(client, store, { fulfillment, parcel })
  }
  return toDone(known, isRemoved ? TAKEN_BACK : UPDATED)
}

const REMOVED = {
  outcome: 'refused',
  reason:
    'Your store no longer has this shipment. If the items are marked as fulfilled, change the number there.',
} as const
const NOT_THERE = 'Your store doesn’t count these items as shipped.'
const UPDATED = 'Your store has the corrected tracking number.'
const TAKEN_BACK = 'Your store no longer counts these items as shipped.'

function toDone(fulfillments: readonly Fulfillment[], message: string): StoreParcelResult {
  return { outcome: 'sent', externalId: fulfillments.map(({ id }) => id).join(' '), message }
}

/** Returns whether a fulfillment belongs to the parcel: by its id if known, else by a current or former number. */
function isOfParcel(
  { id, status, trackingInfo }: Fulfillment,
  { parcel, externalId }: StoreParcelCorrection,
): boolean {
  if (status === 'CANCELLED') return false
  if (externalId) return externalId.split(' ').includes(id)
  const numbers = [...parcel.trackings.map(({ number }) => number), ...parcel.formerNumbers]
  const isAnother = parcel.otherIds.some((ids) => ids.split(' ').includes(id))
  return !isAnother && trackingInfo.some(({ number }) => numbers.includes(number ?? ''))
}

function hasNumbers({ trackingInfo }: Fulfillment, { trackings }: StoreParcelCorrection['parcel']): boolean {
  const now = trackings.map(({ number }) => number).toSorted()
  const there = trackingInfo.map(({ number }) => number ?? '').toSorted()
  return now.join(' ') === there.join(' ')
}

const UserErrors = z.object({ userErrors: z.array(z.object({ message: z.string() })) })

function checkErrors({ userErrors: [error] }: z.output<typeof UserErrors>): void {
  if (error) throw refused('store_refused', `Shopify says: ${error.message.slice(0, 200)}`)
}

async function updateTracking(
  client: ShopifyClient,
  store: ShopifyStore,
  { fulfillment, parcel }: Pick<StoreParcelCorrection, 'parcel'> & Readonly<{ fulfillment: Fulfillment }>,
): Promise<void> {
  const { fulfillmentTrackingInfoUpdate } = await callShopify(client, store, {
    document: UPDATE_TRACKING,
    variables: { id: fulfillment.id, tracking: toTrackingInfo(parcel) },
    data: z.object({ fulfillmentTrackingInfoUpdate: UserErrors }),
  })
  checkErrors(fulfillmentTrackingInfoUpdate)
}

async function cancelFulfillment(client: ShopifyClient, store: ShopifyStore, id: string): Promise<void> {
  const { fulfillmentCancel } = await callShopify(client, store, {
    document: CANCEL_FULFILLMENT,
    variables: { id },
    data: z.object({ fulfillmentCancel: UserErrors }),
  })
  checkErrors(fulfillmentCancel)
}

/** Sets the tracking of a fulfillment; the customer gets an email. */
export const UPDATE_TRACKING = `mutation UpdateTracking($id: ID!, $tracking: FulfillmentTrackingInput!) {
  fulfillmentTrackingInfoUpdate(fulfillmentId: $id, trackingInfoInput: $tracking, notifyCustomer: true) {
    userErrors { field message }
  }
}`

/** Cancels a fulfillment, so that its items can be fulfilled again. */
export const CANCEL_FULFILLMENT = `mutation CancelFulfillment($id: ID!) {
  fulfillmentCancel(id: $id) {
    userErrors { field message }
  }
}`
