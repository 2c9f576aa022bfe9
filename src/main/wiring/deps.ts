import { stripeTransfers } from '#connectors/stripe/transfers.ts'
import type { AccountDeps } from '#features/identity/accounts/port.ts'
import { type LegalDocuments, readLegalTexts } from '#features/identity/legal/texts.ts'
import type { PaymentProvider } from '#features/money/payments/port.ts'
import type { PayoutDeps } from '#features/money/payouts/port.ts'
import { createRefundRequester } from '#features/money/refunds/service.ts'
import type { CheckoutDeps } from '#features/sales/checkout/service.ts'
import type { OrderDeps } from '#features/sales/orders/port.ts'
import type { StoreConnectionDeps } from '#features/stores/connections/service.ts'
import type { Enqueue } from '#platform/jobs/job.ts'
import { createSealer, deriveKey } from '#platform/security/sealing.ts'
import { createAccountDeps } from './account-deps.ts'
import type { AppSetup } from './setup.ts'
import { createStoreDeps } from './store-deps.ts'

/** What features are handed of each other and of the world outside: the same for requests and for jobs. */
export type FeatureDeps = Readonly<{
  accounts: AccountDeps
  checkoutDeps: CheckoutDeps
  orders: OrderDeps
  payouts: PayoutDeps
  stores: StoreConnectionDeps
  legal: LegalDocuments
}>

/** Returns the dependencies of all features, once jobs can be enqueued. */
export async function prepareFeatureDeps(
  setup: AppSetup,
  providers: readonly PaymentProvider[],
): Promise<(enqueue: Enqueue) => FeatureDeps> {
  const { clock } = setup
  const { publicUrl, company, legalDir } = setup.config
  const legal = readLegalTexts({ dir: legalDir, company, publicUrl })
  const termsVersion = legal.terms.version
  const codeSecret = await deriveKey(setup.config, 'account-codes')
  const getPayoutDeps = createPayoutDeps(setup)
  const stores = createStoreDeps(setup)
  return (enqueue) => ({
    accounts: createAccountDeps({ publicUrl, codeSecret, termsVersion, clock }, enqueue),
    checkoutDeps: { providers, publicUrl, enqueue },
    orders: { enqueue, refund: createRefundRequester(enqueue) },
    payouts: getPayoutDeps(enqueue),
    stores: { ...stores, enqueue },
    legal,
  })
}

/** Returns the dependencies of payouts: the settings, the key of bank details, and Stripe where it is set up. */
function createPayoutDeps({
  config,
  send,
}: Pick<AppSetup, 'config' | 'send'>): (enqueue: Enqueue) => PayoutDeps {
  const { stripe } = config.payments
  const provider = stripe && stripeTransfers({ ...stripe, send })
  const sealer = createSealer(config)
  return (enqueue) => ({ settings: config.payouts, sealer, provider, enqueue, publicUrl: config.publicUrl })
}
