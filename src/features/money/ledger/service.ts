export { type Entry, type Posting, reversalOf } from './postings/posting.ts'
export { nettedMemo } from './postings/netted-memo.ts'
export { post, postAll, reverse } from './postings/post.ts'
export { restoreDebts } from './postings/restore-debts.ts'
export { listPostings, type Place, readBalances } from './queries.ts'
export {
  capturedPosting,
  type Clearing,
  clearingAdjustedPosting,
  earnedPosting,
  type OrderShare,
  paidByWalletPosting,
  providerFeePosting,
  receivableNettedPosting,
  receivedUnappliedPosting,
  releasedPosting,
  settledPosting,
  type SuppliersOrder,
  type TaxShare,
  toppedUpPosting,
  unappliedMatchedPosting,
} from './postings/postings.ts'
export { carrierPaidKey, carrierPaidPosting } from './postings/carrier-postings.ts'
export { labelChargedAgainKey, labelChargedKey, labelChargedPosting } from './postings/label-postings.ts'
export { payoutConfirmedPosting, payoutFailedPosting, payoutSentPosting } from './postings/payout-postings.ts'
export {
  type Bearers,
  cancelledPosting,
  caseClosedPosting,
  caseOpenedPosting,
  chargedBackPosting,
  type Destination,
  goodwillPosting,
  paidBackPosting,
  paidBackUndone,
  refundedPosting,
  topUpChargedBackPosting,
  unappliedChargedBackPosting,
  unappliedGivenBackPosting,
} from './postings/refund-postings.ts'
export { explain } from './audit/explain.ts'
export { type Audited, auditLedger } from './audit/audit.ts'
export type { LedgerCheck } from './port.ts'
export { type StatementData, statementPdf } from './statement-pdf.ts'
