import { refused } from '#core/errors.ts'
import { toAuditSource } from '#features/identity/audit/service.ts'
import { readSettingPage, saveSetting } from '#features/identity/settings/service.ts'
import { ok, route, type Route } from '#platform/http/calls/route.ts'
import { CATEGORY_SETTING } from './category-setting.ts'
import * as contract from './contract.ts'

/** The routes by which operators edit the categories. */
export const categoryRoutes: readonly Route[] = [
  route(contract.readCategories, async (_input, { db }) => {
    const { value, version, history } = await readSettingPage(db, CATEGORY_SETTING)
    const categories = value.map((row) => ({ ...row, requiredFacts: [...row.requiredFacts] }))
    return ok('Categories', { categories, version, history })
  }),

  route(contract.saveCategories, async ({ body: { categories, version } }, context) => {
    const names = new Set(categories.map(({ category }) => category))
    const labels = new Set(categories.map(({ label }) => label.toLowerCase()))
    if (names.size < categories.length || labels.size < categories.length)
      throw refused('categories_alike', 'Two categories have the same name. Give each its own.')
    const value = categories.map((row) => ({ ...row, requiredFacts: [...new Set(row.requiredFacts)] }))
    await saveSetting(context.db, toAuditSource(context), { setting: CATEGORY_SETTING, value, version })
    return ok('Saved. The shop now shows these categories.', {})
  }),
]
