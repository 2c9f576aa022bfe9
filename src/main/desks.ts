import type { AccountDesk } from '#features/accounts/port.ts'
import type { Till } from '#features/checkout/service.ts'
import { type LegalTexts, readLegalTexts } from '#features/legal/texts.ts'
import type { OrderDesk } from '#features/orders/port.ts'
import type { PayoutDesk } from '#features/payouts/port.ts'
import type { PaymentProvider } from '#features/payments/port.ts'
import { askRefundBy } from '#features/refunds/service.ts'
import type { StoreDesk } from '#features/stores/service.ts'
import type { Enqueue } from '#platform/jobs/job.ts'
import { deriveKey } from '#platform/sealing.ts'
import { accountDesk } from './account-desk.ts'
import { payoutDesk } from './payout-desk.ts'
import type { AppSetup } from './setup.ts'
import { storeMachinery } from './store-desk.ts'

/** What features are handed of each other and of the world outside: the same for requests and for jobs. */
export type Desks = Readonly<{
  accounts: AccountDesk
  till: Till
  orders: OrderDesk
  payouts: PayoutDesk
  stores: StoreDesk
  legal: LegalTexts
}>

/** The desks, once it is known how jobs are ordered. */
export async function prepareDesks(
  setup: AppSetup,
  providers: readonly PaymentProvider[],
): Promise<(enqueue: Enqueue) => Desks> {
  const { clock } = setup
  const { publicUrl, company, legalDir } = setup.config
  const legal = readLegalTexts({ dir: legalDir, company, publicUrl })
  const termsVersion = legal.terms.version
  const codeSecret = await deriveKey(setup.config, 'account-codes')
  const payoutsOf = payoutDesk(setup)
  const stores = storeMachinery(setup)
  return (enqueue) => ({
    accounts: accountDesk({ publicUrl, codeSecret, termsVersion, clock }, enqueue),
    till: { providers, publicUrl, enqueue },
    orders: { enqueue, refund: askRefundBy(enqueue) },
    payouts: payoutsOf(enqueue),
    stores: { ...stores, enqueue },
    legal,
  })
}
