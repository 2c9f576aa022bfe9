import { z } from '@hono/zod-openapi'
import { idPattern } from '#core/ids.ts'
import { MINUTE } from '#core/time.ts'
import { endpoint } from '#platform/http/calls/endpoint.ts'
import { Envelope } from '#platform/http/calls/envelope.ts'
import { ShopOrderAddress } from '../../shapes.ts'

const RequestId = z.string().regex(idPattern('privacyRequest'), 'Enter a valid id.')

const PrivacyRequests = z
  .object({
    requests: z.array(
      z.object({
        id: RequestId,
        store: z.string(),
        kind: z.enum(['data', 'erase_customer', 'erase_store']),
        orders: z.number(),
        receivedAt: z.string(),
        doneAt: z.string().nullable(),
      }),
    ),
    /** The address for the compliance webhooks of each Shopify app. */
    webhookUrls: z.array(z.object({ store: z.string(), url: z.string() })),
  })
  .openapi('PrivacyRequests')

export const listPrivacyRequests = endpoint({
  method: 'GET',
  path: '/vendor/privacy-requests',
  summary: 'Lists the privacy requests of your Shopify customers: for their data, or for erasure',
  access: { vendor: 'settings:read' },
  answer: Envelope.extend(PrivacyRequests.shape),
  limit: { calls: 120, windowMs: MINUTE },
})

const CustomerData = z
  .object({
    store: z.string(),
    requestedAt: z.string(),
    orders: z.array(
      z.object({
        number: z.string(),
        placedAt: z.string(),
        address: ShopOrderAddress.nullable(),
        items: z.array(z.object({ title: z.string(), quantity: z.number() })),
        parcels: z.array(z.string()),
      }),
    ),
  })
  .openapi('CustomerData')

export const getCustomerData = endpoint({
  method: 'GET',
  path: '/vendor/privacy-requests/{id}/data',
  summary:
    'Returns the stored data of the customer who requested it, to pass on; the request then counts as answered',
  access: { vendor: 'settings:write' },
  params: z.object({ id: RequestId }),
  answer: Envelope.extend({ data: CustomerData }),
  refusals: ['request_not_found'],
  limit: { calls: 30, windowMs: MINUTE },
})

export type PrivacyRequestsData = z.input<typeof PrivacyRequests>
export type CustomerDataExport = z.input<typeof CustomerData>
