import { notFound } from '#core/errors.ts'
import { toDecimal } from '#core/money.ts'
import { listPurchaseCreditNotes, renderCreditNote } from '#features/money/documents/service.ts'
import { ok, route, type Route } from '#platform/http/calls/route.ts'
import { type PdfIssuer, pdfResponse } from '#platform/pdf/pdf-response.ts'
import { findSupplierByOwner } from '../accounts/account-queries.ts'
import { storeNotFound } from '../accounts/accounts.ts'
import * as contract from './contract.ts'
import { findPurchaseOfCreditNote, listDocuments, type SupplierDocument } from './document-queries.ts'

const PAGE_SIZE = 50

/** Returns the routes of a supplier's documents. */
export function supplierDocumentRoutes({ readIssuer, furtherFont }: PdfIssuer): Route[] {
  return [
    route(contract.listSupplierDocuments, async ({ query: { kind, search, page } }, { db, actor }) => {
      const supplier = await findSupplierByOwner(db, actor.id)
      if (!supplier) throw storeNotFound()
      const offset = (page - 1) * PAGE_SIZE
      const filter = { supplierId: supplier.id, kind, search, limit: PAGE_SIZE, offset }
      const { documents, total } = await listDocuments(db, filter)
      const pages = Math.max(1, Math.ceil(total / PAGE_SIZE))
      return ok('Your documents', { documents: documents.map(toDocumentView), page, pages, total })
    }),

    route(contract.getSupplierCreditNote, async ({ params: { number } }, { db, actor }) => {
      const found = await findPurchaseOfCreditNote(db, actor.id, number)
      const notes = found ? await listPurchaseCreditNotes(db, found.purchaseId) : []
      const note = notes.find((one) => one.number === number)
      if (!found || !note) throw notFound('credit_note_not_found', 'We couldn’t find this credit note.')
      const issuer = await readIssuer(db, note.issuedAt)
      const document = renderCreditNote({ note, buyer: undefined, supplier: found.supplier, issuer })
      return pdfResponse(document, { name: `credit-note-${number}`, furtherFont })
    }),
  ]
}

function toDocumentView({ id, orderId, orderNumber, ...document }: SupplierDocument) {
  const { kind, currency } = document
  const path =
    kind === 'statement'
      ? `/payouts/${encodeURIComponent(id)}/statement?format=pdf`
      : `/supplier/credit-notes/${encodeURIComponent(id)}`
  return {
    ...document,
    issuedAt: document.issuedAt.toISOString(),
    amount: toDecimal(document.amount, currency),
    order: orderId !== null && orderNumber !== null ? { id: orderId, number: orderNumber } : null,
    path,
  }
}
