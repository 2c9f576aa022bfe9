export { type Entry, type Posting, reversalPosting as reversalOf } from './postings/posting.ts'
export { buildNettingMemo as nettedMemo } from './postings/netting-memo.ts'
export { post, postAll, reversePosting as reverse } from './postings/post.ts'
export { restoreDebts } from './postings/restore-debts.ts'
export { listPostings, type SubledgerKey as Place, readBalances } from './queries.ts'
export {
  capturedPosting,
  type ClearingAccount as Clearing,
  clearingAdjustedPosting,
  earnedPosting,
  type OrderShare,
  paidByWalletPosting,
  providerFeePosting,
  receivableNettedPosting,
  receivedUnappliedPosting,
  releasedPosting,
  settledPosting,
  type SupplierOrderRef as SuppliersOrder,
  type TaxShare,
  toppedUpPosting,
  unappliedMatchedPosting,
} from './postings/postings.ts'
export { carrierPaidKey, carrierPaidPosting } from './postings/carrier-postings.ts'
export { labelChargedAgainKey, labelChargedKey, labelChargedPosting } from './postings/label-postings.ts'
export { payoutConfirmedPosting, payoutFailedPosting, payoutSentPosting } from './postings/payout-postings.ts'
export {
  type LiabilityBreakdown as Bearers,
  cancelledPosting,
  caseClosedPosting,
  caseOpenedPosting,
  chargedBackPosting,
  type Destination,
  goodwillPosting,
  lossRecoveredPosting as paidBackPosting,
  lossRecoveryReversedPosting as paidBackUndone,
  refundedPosting,
  topUpChargedBackPosting,
  unappliedChargedBackPosting,
  unappliedRefundedPosting as unappliedGivenBackPosting,
} from './postings/refund-postings.ts'
export { explainLedgerBalance as explain } from './audit/explain-balance.ts'
export { type CheckResult as Audited, auditLedger } from './audit/audit.ts'
export type { LedgerCheck } from './port.ts'
export { type StatementPdfData as StatementData, statementPdf } from './statement-pdf.ts'
