import { z } from 'zod'

const Fields = z.record(z.string(), z.unknown()).catch({})

/** What stays of an event, and of the object that it tells of: ids, amounts, states and moments. */
const EVENT_FIELDS = ['id', 'object', 'type', 'created', 'livemode', 'account', 'api_version']
const OBJECT_FIELDS = [
  'id',
  'object',
  'amount',
  'amount_received',
  'amount_refunded',
  'amount_total',
  'charge',
  'client_reference_id',
  'created',
  'currency',
  'failure_reason',
  'latest_charge',
  'livemode',
  'payment_intent',
  'payment_status',
  'reason',
  'status',
]

/**
 * An event as it is noted. Stripe writes into its objects who paid: name, mail, telephone, address, the card's last
 * figures. What may stay is listed, so that a field that is new tomorrow does not. Migration 0045 did the same to older ones.
 */
export function toStoredBody(event: unknown): string {
  const eventFields = Fields.parse(event)
  const { object } = Fields.parse(eventFields['data'])
  return JSON.stringify({
    ...pickScalars(eventFields, EVENT_FIELDS),
    data: { object: pickScalars(Fields.parse(object), OBJECT_FIELDS) },
  })
}

function pickScalars(object: Readonly<Record<string, unknown>>, names: readonly string[]) {
  return Object.fromEntries(
    Object.entries(object).filter(([name, value]) => names.includes(name) && isScalar(value)),
  )
}

function isScalar(value: unknown): boolean {
  return value === null || typeof value !== 'object'
}
