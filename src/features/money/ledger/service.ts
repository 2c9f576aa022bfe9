export { type Entry, type Posting, reversalPosting } from './postings/posting.ts'
export { buildNettingMemo } from './postings/supplier-debts.ts'
export { post, postAll, reversePosting } from './postings/post.ts'
export { restoreDebts } from './postings/supplier-debts.ts'
export { topUpRefundedPosting } from './postings/wallet-postings.ts'
export {
  lockVendorMoney,
  readVendorMoney,
  repayVendorDebt,
  restoreVendorDebt,
} from './postings/vendor-debts.ts'
export { listPostings, type SubledgerKey, readBalances } from './queries.ts'
export {
  capturedPosting,
  type ClearingAccount,
  clearingAdjustedPosting,
  earnedKey,
  earnedPosting,
  type OrderShare,
  paidByWalletPosting,
  providerFeePosting,
  receivedUnappliedPosting,
  releasedPosting,
  providerPayoutPosting,
  type SupplierOrderRef,
  type TaxShare,
  toppedUpPosting,
  unappliedMatchedPosting,
} from './postings/postings.ts'
export { receivableNettedPosting } from './postings/receivable-postings.ts'
export { carrierPaidKey, carrierPaidPosting } from './postings/label-postings.ts'
export { labelChargedAgainKey, labelChargedKey, labelChargedPosting } from './postings/label-postings.ts'
export { payoutConfirmedPosting, payoutFailedPosting, payoutSentPosting } from './postings/payout-postings.ts'
export {
  type LiabilityBreakdown,
  cancelledPosting,
  caseClosedPosting,
  caseOpenedPosting,
  chargedBackPosting,
  type Destination,
  goodwillPosting,
  lossRecoveredPosting,
  lossRecoveryReversedPosting,
  refundedPosting,
  topUpChargedBackPosting,
  unappliedChargedBackPosting,
  unappliedRefundedPosting,
} from './postings/refund-postings.ts'
export { recordPostings } from './find-postings.ts'
export { explainLedgerBalance } from './audit/explain-balance.ts'
export { type CheckResult, auditLedger } from './audit/audit.ts'
export type { LedgerCheck } from './port.ts'
export { type StatementPdfData, statementPdf } from './statement-pdf.ts'
