import { z } from '@hono/zod-openapi'
import { idPattern } from '#core/ids.ts'
import { toSingleLine } from '#core/text/normalize-text.ts'
import { HOUR, MINUTE } from '#core/time.ts'
import { endpoint } from '#platform/http/calls/endpoint.ts'
import { Envelope } from '#platform/http/calls/envelope.ts'

const READ = { vendor: 'api:read', manufacturer: 'api:read', operator: 'api:read' } as const
const WRITE = { vendor: 'api:write', manufacturer: 'api:write', operator: 'api:write' } as const
const READ_LIMIT = { calls: 120, windowMs: MINUTE, counted: 'in_memory', scope: 'account' } as const
const WRITE_LIMIT = { calls: 120, windowMs: HOUR, scope: 'account' } as const

const EndpointId = z.string().regex(idPattern('webhookEndpoint'), 'This endpoint doesn’t exist.')
const DeliveryId = z.string().regex(idPattern('webhookDelivery'), 'This is not the id of a delivery.')
const EndpointParams = z.object({ id: EndpointId })

const WebhookEndpoint = z
  .object({
    id: z.string(),
    url: z.string(),
    description: z.string(),
    events: z.array(z.string()),
    state: z.enum(['active', 'paused']),
    /** Why it was paused automatically. */
    problem: z.string().nullable(),
    createdAt: z.string(),
    /** Until when the previous secret signs too. */
    previousSecretUntil: z.string().nullable(),
    /** Deliveries of the last seven days. */
    counts: z.object({ delivered: z.number(), failed: z.number(), pending: z.number() }),
  })
  .openapi('WebhookEndpoint')

const Attempt = z.object({
  at: z.string(),
  status: z.number().nullable(),
  milliseconds: z.number(),
  /** The beginning of the answer, or why there was none. */
  message: z.string(),
})

const WebhookDelivery = z
  .object({
    id: z.string(),
    /** The `webhook-id` of the message. */
    event: z.string(),
    type: z.string(),
    state: z.enum(['pending', 'delivered', 'failed']),
    occurredAt: z.string(),
    nextAttemptAt: z.string().nullable(),
    attempts: z.array(Attempt),
    /** The body that is sent, as JSON. */
    body: z.string(),
  })
  .openapi('WebhookDelivery')

const EndpointFields = z.object({
  url: z.string().trim().min(9, 'Enter an address that begins with https://.').max(500),
  description: z.string().overwrite(toSingleLine).max(100).default(''),
  events: z.array(z.string().max(60)).min(1, 'Choose at least one event.').max(60),
})

const ADDRESS_REFUSALS = ['event_unknown', 'server_address'] as const

export const listWebhookEndpoints = endpoint({
  method: 'GET',
  path: '/developers/webhooks',
  summary: 'Lists your webhook endpoints, and the events that one can be sent',
  access: READ,
  answer: Envelope.extend({
    endpoints: z.array(WebhookEndpoint),
    events: z.array(z.object({ type: z.string(), about: z.string() })),
  }),
  limit: READ_LIMIT,
})

export const createWebhookEndpoint = endpoint({
  method: 'POST',
  path: '/developers/webhooks',
  summary: 'Adds a webhook endpoint; its signing secret is shown only once',
  access: WRITE,
  body: EndpointFields,
  answer: Envelope.extend({ endpoint: WebhookEndpoint, secret: z.string() }),
  refusals: [...ADDRESS_REFUSALS, 'too_many_endpoints'],
  limit: WRITE_LIMIT,
})

export const updateWebhookEndpoint = endpoint({
  method: 'POST',
  path: '/developers/webhooks/{id}',
  summary: 'Changes the URL and the events of a webhook endpoint',
  access: WRITE,
  params: EndpointParams,
  body: EndpointFields,
  answer: Envelope,
  refusals: ['endpoint_not_found', ...ADDRESS_REFUSALS],
  limit: WRITE_LIMIT,
})

export const setWebhookState = endpoint({
  method: 'POST',
  path: '/developers/webhooks/{id}/state',
  summary: 'Pauses or resumes a webhook endpoint; events during a pause are not delivered',
  access: WRITE,
  params: EndpointParams,
  body: z.object({ state: z.enum(['active', 'paused']) }),
  answer: Envelope,
  refusals: ['endpoint_not_found'],
  limit: WRITE_LIMIT,
})

export const rotateWebhookSecret = endpoint({
  method: 'POST',
  path: '/developers/webhooks/{id}/secret',
  summary: 'Replaces the signing secret; for 24 hours webhooks are also signed with the previous one',
  access: WRITE,
  confirmed: true,
  params: EndpointParams,
  answer: Envelope.extend({ secret: z.string() }),
  refusals: ['endpoint_not_found'],
  limit: WRITE_LIMIT,
})

export const removeWebhookEndpoint = endpoint({
  method: 'POST',
  path: '/developers/webhooks/{id}/remove',
  summary: 'Removes a webhook endpoint; pending deliveries are not sent',
  access: WRITE,
  params: EndpointParams,
  answer: Envelope,
  refusals: ['endpoint_not_found'],
  limit: WRITE_LIMIT,
})

export const sendTestWebhook = endpoint({
  method: 'POST',
  path: '/developers/webhooks/{id}/test',
  summary: 'Sends a webhook endpoint a test event',
  access: WRITE,
  params: EndpointParams,
  answer: Envelope,
  refusals: ['endpoint_not_found', 'endpoint_paused'],
  limit: { calls: 10, windowMs: MINUTE, scope: 'account' },
})

export const listWebhookDeliveries = endpoint({
  method: 'GET',
  path: '/developers/webhooks/{id}/deliveries',
  summary:
    'Lists the deliveries to a webhook endpoint of the last thirty days, the newest first, fifty a page',
  access: READ,
  params: EndpointParams,
  query: z.object({
    state: z.enum(['pending', 'delivered', 'failed']).optional(),
    /** The `nextCursor` of the previous page. */
    cursor: z.coerce.number<string | number>().int().min(1).optional(),
  }),
  answer: Envelope.extend({
    endpoint: WebhookEndpoint,
    deliveries: z.array(WebhookDelivery),
    nextCursor: z.number().nullable(),
  }),
  refusals: ['endpoint_not_found'],
  limit: READ_LIMIT,
})

export const replayWebhookDelivery = endpoint({
  method: 'POST',
  path: '/developers/webhooks/{id}/deliveries/{delivery}/replay',
  summary: 'Sends a webhook again, with the same id',
  access: WRITE,
  params: z.object({ id: EndpointId, delivery: DeliveryId }),
  answer: Envelope,
  refusals: ['delivery_not_found', 'endpoint_paused'],
  limit: WRITE_LIMIT,
})

export type WebhookEndpointData = z.input<typeof WebhookEndpoint>
export type WebhookDeliveryData = z.input<typeof WebhookDelivery>
