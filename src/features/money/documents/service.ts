export { renderPackingSlip, renderSampleSlip } from './packing-slip.ts'
export { listPurchaseCreditNotes } from './credit-notes/queries.ts'
export { findInvoice } from './invoices/queries.ts'
