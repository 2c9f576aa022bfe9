import { z } from '@hono/zod-openapi'
import { ProductId } from '#features/catalogue/catalog/contract.ts'
import { MINUTE } from '#core/time.ts'
import { endpoint } from '#platform/http/calls/endpoint.ts'
import { Envelope } from '#platform/http/calls/envelope.ts'

/** A share in percent; null with too few orders. */
const Percent = z.number().nullable()

/** A product's cost for a vendor. Amounts in the marketplace's currency. */
const ProductCosts = z
  .object({
    productId: ProductId,
    name: z.string(),
    /** A unit's cost and suggested retail price; null if the supplier has set none. */
    variants: z.array(
      z.object({
        id: z.string(),
        title: z.string(),
        cost: z.number().nullable(),
        minimumPrice: z.number().nullable(),
        suggestedPrice: z.number(),
        stock: z.number(),
      }),
    ),
    /** When its stock was last confirmed. */
    stockConfirmedAt: z.string().nullable(),
    /** The services that ship one unit to the country, cheapest first; empty if its supplier doesn't ship there. */
    shipping: z.array(
      z.object({ service: z.string(), amount: z.number(), minDays: z.number(), maxDays: z.number() }),
    ),
    supplier: z.object({
      id: z.string(),
      name: z.string(),
      shippedOnTime: Percent,
      deliveredOnTime: Percent,
      notCancelled: Percent,
    }),
    /** Your stores: units of their currency for one of the marketplace's; null without your exchange rate. */
    stores: z.array(z.object({ name: z.string(), currency: z.string(), rate: z.number().nullable() })),
  })
  .openapi('ProductCosts')

export const getProductCosts = endpoint({
  method: 'GET',
  path: '/vendor/products/{id}/costs',
  summary:
    'Returns your cost of a product with shipping to a country, the age of its stock, and the reliability of its supplier',
  access: { vendor: 'listings:read' },
  params: z.object({ id: ProductId }),
  query: z.object({ country: z.string().regex(/^[A-Z]{2}$/, 'Choose a country.') }),
  answer: Envelope.extend({ costs: ProductCosts }),
  refusals: ['product_not_found'],
  limit: { calls: 120, windowMs: MINUTE },
})

export type ProductCostsData = z.input<typeof ProductCosts>
