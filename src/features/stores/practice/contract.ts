import { z } from '@hono/zod-openapi'
import { MINUTE } from '#core/time.ts'
import { Connection } from '#features/stores/connections/contract.ts'
import { endpoint } from '#platform/http/calls/endpoint.ts'
import { Envelope } from '#platform/http/calls/envelope.ts'

/** The protocol of a practice shop. */
const Platform = z.enum(['woocommerce', 'shopify'])

/** A practice shop: `address` is its storefront, `adminUrl` the page where its owner manages it. */
const PracticeShop = z
  .object({
    platform: Platform,
    address: z.string(),
    adminUrl: z.string(),
    isConnected: z.boolean(),
    /** The id of its connection; null if it is not connected. */
    connectionId: z.string().nullable(),
  })
  .openapi('PracticeShop')
export type PracticeShopData = z.infer<typeof PracticeShop>

export const usePracticeShop = endpoint({
  method: 'POST',
  path: '/stores/practice-shop',
  summary:
    'Opens a practice shop run by the marketplace itself and connects it; one that you have is connected again',
  access: { vendor: 'connections:write', manufacturer: 'connections:write' },
  /** Its protocol; WooCommerce's by default. */
  body: z.object({ platform: Platform.default('woocommerce') }).prefault({}),
  answer: Envelope.extend({ connection: Connection, shop: PracticeShop }),
  refusals: ['too_many_stores'],
  limit: { calls: 10, windowMs: MINUTE },
})

export const getPracticeShop = endpoint({
  method: 'GET',
  path: '/stores/practice-shop',
  summary: 'Returns your practice shops, one of each kind; `shop` is the first, null where you have none',
  access: { vendor: 'connections:read', manufacturer: 'connections:read' },
  answer: Envelope.extend({ shop: PracticeShop.nullable(), shops: z.array(PracticeShop) }),
  limit: { calls: 240, windowMs: MINUTE },
})
