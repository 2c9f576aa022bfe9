import { z } from '@hono/zod-openapi'
import { FACT_NAMES } from '#core/jewellery/vocabulary.ts'
import { toSingleLine } from '#core/text/normalize-text.ts'
import { HOUR, MINUTE } from '#core/time.ts'
import { SETTING_FIELDS, Version } from '#features/identity/settings/contract.ts'
import { endpoint } from '#platform/http/calls/endpoint.ts'
import { Envelope } from '#platform/http/calls/envelope.ts'
import { CATEGORIES, Category, SizeGuideKind } from '../shapes.ts'

const CategoryForm = z
  .object({
    category: Category,
    label: z.string().overwrite(toSingleLine).min(1, 'Enter a name.').max(30),
    sizeGuide: SizeGuideKind,
    /** The facts that suppliers must state before they publish a product. */
    requiredFacts: z.array(z.enum(FACT_NAMES)).max(FACT_NAMES.length),
  })
  .openapi('CategoryForm')

export const readCategories = endpoint({
  method: 'GET',
  path: '/operator/settings/categories',
  summary: 'Returns the categories in the order of the shop, and their changes',
  access: { operator: 'products:read' },
  answer: Envelope.extend({ categories: z.array(CategoryForm), ...SETTING_FIELDS }),
  limit: { calls: 120, windowMs: MINUTE, counted: 'in_memory' },
})

export const saveCategories = endpoint({
  method: 'POST',
  path: '/operator/settings/categories',
  summary: 'Changes the names, the order, the size guides and the required facts of all categories',
  access: { operator: 'products:write' },
  body: z.object({ categories: z.array(CategoryForm).length(CATEGORIES.length), version: Version }),
  answer: Envelope,
  refusals: ['changed_meanwhile', 'categories_alike'],
  limit: { calls: 60, windowMs: HOUR, scope: 'account' },
})
