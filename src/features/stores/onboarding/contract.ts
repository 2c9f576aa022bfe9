import { z } from '@hono/zod-openapi'
import { MINUTE } from '#core/time.ts'
import { idPattern } from '#core/ids.ts'
import { endpoint } from '#platform/http/calls/endpoint.ts'
import { Envelope } from '#platform/http/calls/envelope.ts'
import { ACCOUNT_READ_LIMITS } from '#platform/http/limits/account-limits.ts'

/** The most products that one call imports, as many as on a page. */
const MAX_IMPORTED = 50

/**
 * A product of the supplier's connected store; `price` in that store's `currency`, null if it has none; `quantity` null
 * if its stock is not counted there. `status`: who sees it there. `obstacle` says why it cannot be imported, null if it
 * can. `isTaken`: it is already a product here, with the picture `image_url`.
 */
const ConnectedProduct = z
  .object({
    externalId: z.string(),
    name: z.string(),
    price: z.number().nullable(),
    currency: z.string(),
    quantity: z.number().nullable(),
    status: z.enum(['public', 'hidden', 'draft', 'pending', 'private', 'scheduled', 'archived']),
    obstacle: z.string().nullable(),
    isTaken: z.boolean(),
    image_url: z.string().nullable(),
  })
  .openapi('ConnectedProduct')

export const getConnectedProducts = endpoint({
  method: 'GET',
  path: '/shop/getConnectedProducts/{id}',
  summary: 'Lists the products read from your connected store, and whether each is already imported',
  access: { manufacturer: 'products:read' },
  params: z.object({ id: z.string().max(100) }),
  query: z.object({ page: z.coerce.number<string | number>().int().min(1).max(1_000).default(1) }),
  answer: Envelope.extend({
    products: z.array(ConnectedProduct),
    total: z.number(),
    page: z.number(),
    pages: z.number(),
  }),
  refusals: ['connection_not_found', 'no_store'],
  limit: ACCOUNT_READ_LIMITS.wide,
})

export const takeConnectedProducts = endpoint({
  method: 'POST',
  path: '/shop/takeConnectedProducts',
  summary:
    'Creates drafts from products of your connected store, with their pictures; products already here stay as they are. Prices in another currency are left empty; `problems` lists what can’t be sold here and what wasn’t imported',
  access: { manufacturer: 'products:write' },
  body: z.object({
    data: z.object({
      connectionId: z.string().regex(idPattern('storeConnection'), 'Enter a valid connection id.'),
      externalIds: z.array(z.string().min(1).max(300)).min(1).max(MAX_IMPORTED),
    }),
  }),
  answer: Envelope.extend({ taken: z.number(), problems: z.array(z.string()) }),
  refusals: ['connection_not_found', 'no_store'],
  limit: { calls: 60, windowMs: 10 * MINUTE },
})

export type ConnectedProductData = z.input<typeof ConnectedProduct>
