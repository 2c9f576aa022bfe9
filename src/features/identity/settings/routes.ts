import { ok, route, type Route } from '#platform/http/calls/route.ts'
import { toAuditSource } from '#features/identity/audit/service.ts'
import type { Company } from '#core/company/company.ts'
import { createCompanyReader } from './company/company-setting.ts'
import { companyRoutes } from './company/routes.ts'
import { logoRoutes } from './logo/routes.ts'
import * as contract from './contract.ts'
import { type Issuer, readIssuers, saveIssuer } from './service.ts'

/** Returns the routes of the settings: the issuer `fallback` and `company` apply until others are saved. */
export function settingsRoutes(fallback: Issuer, company: Company): Route[] {
  return [
    ...companyRoutes(company),
    ...logoRoutes(createCompanyReader(company)),

    route(contract.readIssuer, async (_input, { db }) => {
      const { issuer, version, history } = await readIssuers(db, fallback)
      return ok('Issuer of documents', {
        issuer: { name: issuer.name, lines: [...issuer.lines] },
        version,
        history: history.map(({ name, lines, validFrom, isFirst, savedBy }) => ({
          issuer: { name, lines: [...lines] },
          validFrom: isFirst ? null : validFrom.toISOString(),
          savedBy: isFirst ? null : (savedBy ?? ''),
        })),
      })
    }),

    route(contract.saveIssuer, async ({ body }, context) => {
      await saveIssuer(context.db, toAuditSource(context), { ...body, fallback })
      return ok('The issuer is saved. The next document shows it.', {})
    }),
  ]
}
