import { commissionRoutes } from '#features/money/commissions/routes.ts'
import { ledgerRoutes } from '#features/money/ledger/routes.ts'
import type { PayoutDesk } from '#features/money/payouts/port.ts'
import { payoutRoutes } from '#features/money/payouts/routes.ts'
import { carrierPaymentRoutes } from '#features/money/reconciliation/carriers/routes.ts'
import { type KnownProviders, reconciliationRoutes } from '#features/money/reconciliation/routes.ts'
import type { Config } from '#platform/config/config.ts'
import type { Route } from '#platform/http/calls/route.ts'
import type { Printer } from '#platform/pdf/pdf-answer.ts'
import { LEDGER_CHECKS } from '../wiring/ledger-checks.ts'

/**
 * All about the marketplace's money after it was paid: the books, what is kept of sales, how suppliers and carriers are paid, and
 * what providers report.
 */
export function moneyRoutes(
  payouts: PayoutDesk,
  {
    commission,
    tariffs,
    providers,
  }: Pick<Config, 'commission' | 'tariffs'> & Pick<KnownProviders, 'providers'>,
  printer: Printer,
): Route[] {
  return [
    ...ledgerRoutes(LEDGER_CHECKS),
    ...commissionRoutes(commission),
    ...payoutRoutes(payouts, printer),
    ...reconciliationRoutes({ providers, tariffs }),
    ...carrierPaymentRoutes,
  ]
}
