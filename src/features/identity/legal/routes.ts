import { ok, route, type Route } from '#platform/http/calls/route.ts'
import { getLegalText } from './contract.ts'
import type { LegalTexts } from './service.ts'

/** Returns the public routes of the legal texts. */
export function legalRoutes(texts: LegalTexts): Route[] {
  return [
    route(getLegalText, async ({ params: { name } }, { db }) =>
      ok('Legal text', { text: await texts.read(db, name) }),
    ),
  ]
}
