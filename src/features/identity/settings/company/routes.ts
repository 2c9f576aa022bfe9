import type { Company } from '#core/company/company.ts'
import { toAuditSource } from '#features/identity/audit/service.ts'
import { ok, route, type Route } from '#platform/http/calls/route.ts'
import { readSettingPage, saveSetting } from '../values/setting-values.ts'
import { createCompanySetting } from './company-setting.ts'
import * as contract from './contract.ts'

/** Returns the routes of the company's settings; `fallback` is the company of the environment. */
export function companyRoutes(fallback: Company): Route[] {
  const setting = createCompanySetting(fallback)
  return [
    route(contract.readCompany, async (_input, { db }) => {
      const { value, version, history } = await readSettingPage(db, setting)
      return ok('Company', { company: { ...value }, version, history })
    }),

    route(contract.saveCompany, async ({ body: { company, version } }, context) => {
      await saveSetting(context.db, toAuditSource(context), { setting, value: company, version })
      return ok('Saved. Pages and emails now show it.', {})
    }),
  ]
}
