import { z } from '@hono/zod-openapi'
import { FACT_NAMES } from '#core/jewellery/vocabulary.ts'
import { MINUTE } from '#core/time.ts'
import { endpoint } from '#platform/http/calls/endpoint.ts'
import { Envelope } from '#platform/http/calls/envelope.ts'
import { ACCOUNT_READ_LIMITS } from '#platform/http/limits/account-limits.ts'
import { Category } from '../../shapes.ts'
import { OwnProduct } from './own-contract.ts'

export const getSupplierProduct = endpoint({
  method: 'GET',
  path: '/supplier/products/{id}',
  summary: 'Returns one of your products for editing, archived ones too',
  access: { manufacturer: 'products:read' },
  params: z.object({ id: z.string().max(100) }),
  answer: Envelope.extend({ product: OwnProduct }),
  refusals: ['no_store', 'product_not_found'],
  limit: ACCOUNT_READ_LIMITS.row,
})

export const listCategoryFacts = endpoint({
  method: 'GET',
  path: '/supplier/category-facts',
  summary: 'Lists the facts required for products of each category, and their typical weight',
  access: { manufacturer: 'products:read' },
  answer: Envelope.extend({
    categories: z.array(
      z.object({
        category: Category,
        required: z.array(z.enum(FACT_NAMES)),
        /** The weight in grams that shipping assumes for a product without a weight. */
        typicalWeightGrams: z.number().nullable(),
      }),
    ),
  }),
  limit: ACCOUNT_READ_LIMITS.wide,
})

export const archiveProduct = endpoint({
  method: 'POST',
  path: '/supplier/products/{id}/archive',
  summary: 'Archives one of your products; orders keep it, and it can be restored',
  access: { manufacturer: 'products:write' },
  params: z.object({ id: z.string().max(100) }),
  answer: Envelope.extend({ product: OwnProduct }),
  refusals: ['no_store', 'product_not_found'],
  limit: { calls: 120, windowMs: 10 * MINUTE },
})

export const restoreProduct = endpoint({
  method: 'POST',
  path: '/supplier/products/{id}/restore',
  summary: 'Restores one of your archived products as a draft',
  access: { manufacturer: 'products:write' },
  params: z.object({ id: z.string().max(100) }),
  answer: Envelope.extend({ product: OwnProduct }),
  refusals: ['no_store', 'product_not_found'],
  limit: { calls: 120, windowMs: 10 * MINUTE },
})
