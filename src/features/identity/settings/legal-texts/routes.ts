import { ok, route, type Route } from '#platform/http/calls/route.ts'
import { toAuditSource } from '#features/identity/audit/service.ts'
import type { LegalTexts } from '#features/identity/legal/service.ts'
import * as contract from './contract.ts'
import { saveLegalText } from './service.ts'

/** Returns the routes by which operators edit the legal texts. */
export function legalTextRoutes(texts: LegalTexts): Route[] {
  return [
    route(contract.readLegalSource, async ({ params: { name } }, { db }) => {
      const [text, history] = [await texts.readSource(db, name), await texts.list(db, name)]
      const values = await texts.readPlaceholders(db)
      return ok('Legal text', {
        text,
        placeholders: Object.entries(values).map(([key, value]) => ({
          name: key,
          value: value ?? null,
        })),
        history: history.map(({ version, title, body, validFrom, isFirst, savedBy }) => ({
          version,
          title,
          body,
          validFrom: isFirst ? null : validFrom.toISOString(),
          savedBy: isFirst ? null : (savedBy ?? ''),
        })),
      })
    }),

    route(contract.previewLegalText, async ({ body: { body } }, { db }) =>
      ok('Preview', { html: await texts.render(db, body) }),
    ),

    route(contract.saveLegalText, async ({ params: { name }, body }, context) => {
      const change = { ...body, name, texts }
      const version = await saveLegalText(context.db, toAuditSource(context), change)
      return ok('The text is saved and shown in the shop.', { version })
    }),
  ]
}
