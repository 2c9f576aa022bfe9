export { type Entry, type Posting, reversalOf } from './posting.ts'
export { nettedMemo } from './netted-memo.ts'
export { post, postAll, reverse } from './post.ts'
export { restoreDebts } from './restore-debts.ts'
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
} from './postings.ts'
export { carrierPaidKey, carrierPaidPosting } from './carrier-postings.ts'
export { labelChargedAgainKey, labelChargedKey, labelChargedPosting } from './label-postings.ts'
export { payoutConfirmedPosting, payoutFailedPosting, payoutSentPosting } from './payout-postings.ts'
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
} from './refund-postings.ts'
export { explain } from './explain.ts'
export { type Audited, auditLedger } from './audit.ts'
export type { LedgerCheck } from './port.ts'
export { type StatementData, statementPdf } from './statement-pdf.ts'
