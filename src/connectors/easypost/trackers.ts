import { createHmac, timingSafeEqual } from 'node:crypto'
import { z } from 'zod'
import type {
  CarrierWebhookEvent,
  Carriers,
  TrackingUpdate,
  TrackingState,
} from '#features/sales/orders/port.ts'
import { AppError, invalid, refused, unavailable } from '#core/errors.ts'
import { sendEasyPostRequest, type EasyPostServer } from './request.ts'
import { toEasyPostCarrier } from './carrier-names.ts'

const TIMEOUT_MS = 20_000

/** EasyPost's states of a parcel, with ours. */
const STATES: Readonly<Record<string, TrackingState>> = {
  unknown: 'pending',
  pre_transit: 'info_received',
  in_transit: 'in_transit',
  out_for_delivery: 'out_for_delivery',
  available_for_pickup: 'out_for_delivery',
  delivered: 'delivered',
  return_to_sender: 'returned',
  failure: 'exception',
  error: 'exception',
  cancelled: 'exception',
}

const Timestamp = z.iso.datetime({ offset: true })
const TrackingLocation = z.object({
  city: z.string().nullish(),
  state: z.string().nullish(),
  country: z.string().nullish(),
})

const TrackingDetail = z.object({
  message: z.string().nullish(),
  status: z.string().nullish(),
  datetime: Timestamp,
  tracking_location: TrackingLocation.nullish(),
})

/** A tracker. Invalid fields are omitted, so that one event without a time does not hide the others. */
const Tracker = z.object({
  id: z.string().min(1).max(100),
  tracking_code: z.string().min(1).max(100),
  status: z.string(),
  est_delivery_date: Timestamp.nullish().catch(null),
  tracking_details: z.array(TrackingDetail.nullable().catch(null)).nullish(),
})

const Event = z.object({
  id: z.string().min(1).max(100),
  object: z.literal('Event'),
  description: z.string(),
  mode: z.string(),
  result: z.unknown(),
})

/**
 * The field that is read of a refund's webhook event (docs.easypost.com/docs/refunds), whose state is then requested.
 */
const Refund = z.object({ shipment_id: z.string().min(1).max(100) })

/** The dependencies of EasyPost's trackers; without a secret all webhook events are refused. */
export type TrackerSetup = EasyPostServer & Readonly<{ webhookSecret: string | undefined }>

/** Returns EasyPost's tracking of parcels (docs.easypost.com/docs/trackers). A number with a tracker keeps it. */
export function easyPostTrackers(
  setup: TrackerSetup,
): Pick<Carriers, 'canTrack' | 'track' | 'parseWebhookEvent'> {
  return {
    canTrack: (carrier) => carrier !== 'sandbox_post',
    async track({ carrier, number, trackerRef }) {
      const name = toEasyPostCarrier(carrier)
      const request = trackerRef
        ? { path: `/v2/trackers/${encodeURIComponent(trackerRef)}` }
        : {
            path: '/v2/trackers',
            body: { tracker: { tracking_code: number, ...(name ? { carrier: name } : {}) } },
          }
      const response = await sendEasyPostRequest(setup, {
        ...request,
        signal: AbortSignal.timeout(TIMEOUT_MS),
      })
      const tracker = Tracker.safeParse(response.body)
      if (response.isOk && tracker.success) return toTrackingUpdate(tracker.data)
      if (response.isTransient || response.isOk)
        throw unavailable(
          'carriers_unreachable',
          'The carriers can’t be reached right now.',
          new Error(response.message),
        )
      throw refused('not_followed', `The parcel can’t be tracked: ${response.message}`)
    },
    parseWebhookEvent: (body, header) => {
      checkSignature(body, header(SIGNATURE_HEADER), setup.webhookSecret)
      return readEvent(body, isLiveKey(setup.apiKey))
    },
  }
}

/** The signature header of EasyPost's webhook events: `hmac-sha256-hex=` and the digest. */
export const SIGNATURE_HEADER = 'x-hmac-signature'

/**
 * Throws `bad_signature` unless the header is the HMAC-SHA256 of the raw body. The secret is used in Unicode's NFKD
 * form (docs.easypost.com/guides/webhooks-guide).
 */
export function checkSignature(body: string, header: string | undefined, secret: string | undefined): void {
  if (secret) {
    const expected = Buffer.from(`hmac-sha256-hex=${computeSignature(body, secret)}`)
    const received = Buffer.from(header ?? '')
    if (received.length === expected.length && timingSafeEqual(received, expected)) return
  }
  throw new AppError('invalid', 'bad_signature', 'The signature of the webhook is invalid.')
}

function computeSignature(body: string, secret: string): string {
  return createHmac('sha256', secret.normalize('NFKD')).update(body).digest('hex')
}

/** Returns whether a key is live: test keys begin with EZTK, and their parcels are not real. */
function isLiveKey(apiKey: string): boolean {
  return apiKey.startsWith('EZAK')
}

function readEvent(body: string, live: boolean): CarrierWebhookEvent {
  try {
    const { id: eventId, description, mode, result } = Event.parse(JSON.parse(body))
    const isOurMode = mode === (live ? 'production' : 'test')
    const isEventType = (what: string) => isOurMode && description.startsWith(`${what}.`)
    return {
      eventId,
      news: isEventType('tracker') ? toTrackingUpdate(Tracker.parse(result)) : undefined,
      refundAbout: isEventType('refund') ? Refund.parse(result).shipment_id : undefined,
    }
  } catch {
    throw invalid('bad_webhook_event', 'The webhook can’t be read.')
  }
}

function toTrackingUpdate(tracker: z.output<typeof Tracker>): TrackingUpdate {
  return {
    trackerRef: tracker.id,
    number: tracker.tracking_code,
    state: toTrackingState(tracker.status),
    expectedAt: tracker.est_delivery_date ? new Date(tracker.est_delivery_date) : null,
    steps: (tracker.tracking_details ?? [])
      .filter((step) => step !== null)
      .map((step) => ({
        state: toTrackingState(step.status ?? 'unknown'),
        message: (step.message ?? '').slice(0, 300),
        location: formatLocation(step.tracking_location),
        at: new Date(step.datetime),
      })),
  }
}

function toTrackingState(status: string): TrackingState {
  return STATES[status] ?? 'pending'
}

function formatLocation(location: z.output<typeof TrackingLocation> | null | undefined): string {
  return [location?.city, location?.state, location?.country].filter(Boolean).join(', ').slice(0, 200)
}
