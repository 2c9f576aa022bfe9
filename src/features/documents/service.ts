export { listCreditNotesOf } from './credit-note-queries.ts'
export { findInvoice } from './invoice-queries.ts'
