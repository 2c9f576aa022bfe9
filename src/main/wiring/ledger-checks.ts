import { documentsCheck } from '#features/money/documents/ledger-check.ts'
import { allocationsCheck, labelsCheck } from '#features/sales/orders/money/ledger-check.ts'
import { payoutsCheck } from '#features/money/payouts/ledger-check.ts'
import { carrierPaymentsCheck } from '#features/money/reconciliation/ledger-check.ts'
import {
  chargebacksBookedCheck,
  endedOrdersCheck,
  orderMoneyCheck,
  receiptsBookedCheck,
  supplierMoneyCheck,
  unappliedMoneyCheck,
  refundsBookedCheck,
  marketplaceLiabilityCheck,
  taxCheck,
} from '#features/money/refunds/audit/ledger-check.ts'
import { walletsCheck } from '#features/money/wallets/ledger-check.ts'
import { vendorFiguresCheck } from '#features/stores/shop-orders/figures/summaries/summaries-check.ts'
import { marketplaceSalesCheck } from '#features/operator/overview/figures/sales-check.ts'
import type { LedgerCheck } from '#features/money/ledger/service.ts'

/** The ledger checks of the features after the ledger. `npm run audit` and the operator's page run them too. */
export const LEDGER_CHECKS: readonly LedgerCheck[] = [
  allocationsCheck,
  receiptsBookedCheck,
  orderMoneyCheck,
  endedOrdersCheck,
  supplierMoneyCheck,
  refundsBookedCheck,
  marketplaceLiabilityCheck,
  taxCheck,
  chargebacksBookedCheck,
  unappliedMoneyCheck,
  labelsCheck,
  carrierPaymentsCheck,
  payoutsCheck,
  documentsCheck,
  walletsCheck,
  vendorFiguresCheck,
  marketplaceSalesCheck,
]
