import { refused } from '#core/errors.ts'
import { toAuditSource } from '#features/identity/audit/service.ts'
import { readSetting, readSettingPage, saveSetting } from '#features/identity/settings/service.ts'
import { ok, route, type Route } from '#platform/http/calls/route.ts'
import * as contract from './contract.ts'
import { HOME_COLUMNS } from './home-columns.ts'
import {
  listPromotionRows,
  listRunningAnnouncements,
  listRunningCampaigns,
  type PromotionRow,
} from './queries.ts'
import { changePromotion, createPromotion, removePromotion } from './service.ts'

/** The routes of promotions: for operators to run them, and for readers. */
export const promotionRoutes: readonly Route[] = [
  route(contract.getStorefront, async (_input, { db, now }) => {
    const [columns, campaigns] = await Promise.all([
      readSetting(db, HOME_COLUMNS),
      listRunningCampaigns(db, now),
    ])
    return ok('Storefront', {
      columns: [...columns],
      campaigns: campaigns.map(({ endsAt, ...one }) => ({ ...one, endsAt: endsAt?.toISOString() ?? null })),
    })
  }),

  route(contract.listAnnouncements, async ({ query: { audience } }, { db, now }) =>
    ok('Announcements', { announcements: await listRunningAnnouncements(db, { audience, now }) }),
  ),

  route(contract.listPromotions, async ({ query: { kind } }, { db, now }) => {
    const promotions = await listPromotionRows(db, { kind, now })
    return ok('Promotions', { promotions: promotions.map(toPromotion) })
  }),

  route(contract.createPromotion, async ({ body }, context) => {
    const id = await createPromotion(context.db, toAuditSource(context), body)
    return ok('Added.', { id })
  }),

  route(contract.changePromotion, async ({ params: { id }, body }, context) => {
    await changePromotion(context.db, toAuditSource(context), { id, ...body })
    return ok('Saved.', {})
  }),

  route(contract.removePromotion, async ({ params: { id } }, context) => {
    await removePromotion(context.db, toAuditSource(context), id)
    return ok('Removed.', {})
  }),

  route(contract.readHomeColumns, async (_input, { db }) => {
    const { value, version, history } = await readSettingPage(db, HOME_COLUMNS)
    return ok('Columns of the home page', { columns: [...value], version, history })
  }),

  route(contract.saveHomeColumns, async ({ body: { columns, version } }, context) => {
    const titles = new Set(columns.map(({ title }) => title.toLowerCase()))
    const sorts = new Set(columns.map(({ sort }) => sort))
    if (titles.size < columns.length || sorts.size < columns.length)
      throw refused('columns_alike', 'Two columns are the same. Give each its own title and order.')
    await saveSetting(context.db, toAuditSource(context), { setting: HOME_COLUMNS, value: columns, version })
    return ok('Saved. The home page now shows these columns.', {})
  }),
]

function toPromotion({ key: _key, startsAt, endsAt, ...rest }: PromotionRow): contract.PromotionData {
  return { ...rest, startsAt: startsAt.toISOString(), endsAt: endsAt?.toISOString() ?? null }
}
