import { smallPicturePath } from '#core/media-path.ts'
import { toAuditSource } from '#features/identity/audit/service.ts'
import { ok, route, type Route } from '#platform/http/calls/route.ts'
import type { Enqueue } from '#platform/jobs/job.ts'
import * as contract from './contract.ts'
import { decideProducts, productNotFound, saveRules } from './decide-products.ts'
import { readRules } from './decision-queries.ts'
import {
  countModerated,
  findModeratedProduct,
  listModeratedRows,
  type ModeratedRow,
} from './moderation-queries.ts'
import { listFieldChanges } from './rules.ts'

const PAGE_SIZE = 50

/** Returns the operators' routes of product moderation. */
export function productModerationRoutes({ enqueue }: Readonly<{ enqueue: Enqueue }>): Route[] {
  return [
    route(contract.listOperatorProducts, async ({ query: { cursor, ...filter } }, { db }) => {
      const page = { ...filter, supplier: filter.supplier, after: cursor, limit: PAGE_SIZE + 1 }
      const [found, counts] = await Promise.all([listModeratedRows(db, page), countModerated(db)])
      const rows = found.slice(0, PAGE_SIZE)
      return ok('Products', {
        products: rows.map(toProductView),
        counts,
        nextCursor: found.length > PAGE_SIZE ? (rows.at(-1)?.key ?? null) : null,
      })
    }),

    route(contract.readOperatorProduct, async ({ params: { id } }, { db }) => {
      const found = await findModeratedProduct(db, id)
      if (!found) throw productNotFound()
      const { summary, description, stones, pictureKeys, variants, decisions } = found
      const pictures = pictureKeys.map(smallPicturePath)
      return ok('Product', {
        product: { ...toProductView(found), summary, description, stones, pictures, variants, decisions },
      })
    }),

    route(contract.decideProducts, async ({ body: decision }, call) => {
      await decideProducts(call.db, toAuditSource(call), { decision, enqueue })
      return ok(
        decision.ids.length === 1 ? MESSAGES[decision.decision].one : MESSAGES[decision.decision].many,
        {},
      )
    }),

    route(contract.readModerationRules, async (_input, { db }) => ok('Rules', await readRules(db))),

    route(contract.saveModerationRules, async ({ body: { version, ...rules } }, call) =>
      ok('Saved.', await saveRules(call.db, toAuditSource(call), { rules, version })),
    ),
  ]
}

const MESSAGES = {
  approve: { one: 'The product is approved.', many: 'The products are approved.' },
  refuse: { one: 'The product is refused.', many: 'The products are refused.' },
  hide: { one: 'The product is hidden.', many: 'The products are hidden.' },
  show: { one: 'The product is shown again.', many: 'The products are shown again.' },
} as const

function toProductView(row: ModeratedRow) {
  const { key: _key, pictureKey, since, before, summary, description, stones, ...product } = row
  const { name, priceCents, offerCents } = product
  const after = { name, summary, description, stones, priceCents, offerCents }
  return {
    ...product,
    picture: pictureKey === null ? null : smallPicturePath(pictureKey),
    since: since?.toISOString() ?? null,
    changes: listFieldChanges(before, after),
  }
}
