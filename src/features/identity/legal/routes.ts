import { ok, route, type Route } from '#platform/http/calls/route.ts'
import { getLegalText } from './contract.ts'
import type { LegalDocuments } from './texts.ts'

/** The legal texts, for everybody. */
export function legalRoutes(texts: LegalDocuments): Route[] {
  return [route(getLegalText, async ({ params: { name } }) => ok('Legal text', { text: texts[name].read() }))]
}
