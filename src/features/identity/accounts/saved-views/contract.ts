import { z } from '@hono/zod-openapi'
import { idPattern } from '#core/ids.ts'
import { MINUTE } from '#core/time.ts'
import { endpoint } from '#platform/http/calls/endpoint.ts'
import { Envelope } from '#platform/http/calls/envelope.ts'

const READ_LIMIT = { calls: 120, windowMs: MINUTE }
const WRITE_LIMIT = { calls: 60, windowMs: MINUTE, scope: 'account' } as const

/** The lists of the consoles whose views can be saved. */
const SAVED_LISTS = [
  'supplier_products',
  'supplier_orders',
  'vendor_listings',
  'vendor_orders',
  'operator_orders',
  'operator_suppliers',
] as const

const List = z.enum(SAVED_LISTS)

const Name = z
  .string()
  .trim()
  .min(1, 'Name the view.')
  .max(60, 'Use up to 60 characters for the name of the view.')

/** Filters, order, columns and density as a query without `?`. */
const Query = z.string().max(2_000, 'This view has too many filters to be saved.')

const SavedView = z.object({ id: z.string(), name: z.string(), query: z.string() }).openapi('SavedView')

const Views = Envelope.extend({ views: z.array(SavedView) })

const ViewParams = z.object({ id: z.string().regex(idPattern('savedView'), 'This is not a saved view.') })

export const listSavedViews = endpoint({
  method: 'GET',
  path: '/users/savedViews',
  summary: 'Lists your saved views of a console list, in the order in which you saved them',
  access: 'signed_in',
  query: z.object({ list: List }),
  answer: Views,
  limit: READ_LIMIT,
})

export const createSavedView = endpoint({
  method: 'POST',
  path: '/users/savedViews',
  summary:
    'Saves a view of a list under a name: its filters, order, columns and density as a query; up to 20 a list',
  access: 'signed_in',
  body: z.object({ list: List, name: Name, query: Query }),
  answer: Views.extend({ id: z.string() }),
  refusals: ['name_taken', 'too_many_views'],
  limit: WRITE_LIMIT,
})

export const updateSavedView = endpoint({
  method: 'POST',
  path: '/users/savedViews/{id}',
  summary: 'Renames a saved view, or saves other filters in it',
  access: 'signed_in',
  params: ViewParams,
  body: z.object({ name: Name.optional(), query: Query.optional() }),
  answer: Views,
  refusals: ['view_not_found', 'name_taken'],
  limit: WRITE_LIMIT,
})

export const deleteSavedView = endpoint({
  method: 'POST',
  path: '/users/savedViews/{id}/delete',
  summary: 'Deletes a saved view; repeating it changes nothing',
  access: 'signed_in',
  params: ViewParams,
  answer: Envelope,
  limit: WRITE_LIMIT,
})

/** A list whose views can be saved. */
export type SavedList = z.infer<typeof List>

export type SavedViewData = z.input<typeof SavedView>
