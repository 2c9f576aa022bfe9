import { toAuditSource } from '#features/identity/audit/service.ts'
import { ok, route, type Route } from '#platform/http/calls/route.ts'
import { pdfResponse, type PdfIssuer } from '#platform/pdf/pdf-response.ts'
import * as contract from './contract.ts'
import { changeParcelLogo, readParcelLogo, removeParcelLogo } from './parcel-logo.ts'
import { changeParcelBrand, previewSlip, readParcelBrand } from './parcel-brand.ts'

/** Returns the routes of vendors' packing slip branding. */
export function parcelBrandRoutes(pdf: PdfIssuer): readonly Route[] {
  return [
    route(contract.getParcelBrand, async (_input, { db, actor }) =>
      ok('Your packing slip', {
        brand: await readParcelBrand(db, actor.id),
        logo: await readParcelLogo(db, actor.id),
      }),
    ),
    route(contract.saveParcelBrand, async ({ body }, call) => {
      await changeParcelBrand(call.db, { source: toAuditSource(call), brand: body })
      return ok('Your packing slip has been saved.', { brand: body })
    }),
    route(contract.uploadParcelLogo, async ({ body: bytes }, call) => {
      const { path, limit } = contract.uploadParcelLogo
      await call.count(path, limit, call.actor.publicId)
      return ok('Logo saved.', {
        logo: await changeParcelLogo(call.db, { source: toAuditSource(call), bytes }),
      })
    }),
    route(contract.removeParcelLogo, async (_input, call) => {
      await removeParcelLogo(call.db, toAuditSource(call))
      return ok('Logo removed.', {})
    }),
    route(contract.previewPackingSlip, async (_input, { db, actor, now }) => {
      const document = await previewSlip(db, pdf, { accountId: actor.id, now })
      return pdfResponse(document, { name: 'packing-slip', furtherFont: pdf.furtherFont })
    }),
  ]
}
