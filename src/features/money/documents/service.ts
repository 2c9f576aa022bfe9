export { renderPackingSlip, renderSampleSlip } from './packing-slip.ts'
export { renderCreditNote } from './credit-notes/credit-note.ts'
export { listPurchaseCreditNotes } from './credit-notes/queries.ts'
export { findInvoice } from './invoices/queries.ts'
