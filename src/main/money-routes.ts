import { commissionRoutes } from '#features/commissions/routes.ts'
import { ledgerRoutes } from '#features/ledger/routes.ts'
import type { PayoutDesk } from '#features/payouts/port.ts'
import { payoutRoutes } from '#features/payouts/routes.ts'
import { carrierPaymentRoutes } from '#features/reconciliation/carrier-routes.ts'
import { type KnownProviders, reconciliationRoutes } from '#features/reconciliation/routes.ts'
import type { Config } from '#platform/config.ts'
import type { Route } from '#platform/http/route.ts'
import type { Printer } from '#platform/pdf/pdf-answer.ts'
import { LEDGER_CHECKS } from './ledger-checks.ts'

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
