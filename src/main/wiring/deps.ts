import { deleteShop, exportPracticeShop } from '#connectors/practice-shop/shop-queries.ts'
import { stripeTransfers } from '#connectors/stripe/transfers.ts'
import type { AccountDataSource, AccountDeps } from '#features/identity/accounts/port.ts'
import { readDeadlines } from '#features/sales/orders/service.ts'
import { createLegalTexts, type LegalTexts } from '#features/identity/legal/service.ts'
import { createCompanyReader, type ReadCompany } from '#features/identity/settings/service.ts'
import type { PaymentProvider } from '#features/money/payments/port.ts'
import type { PayoutDeps } from '#features/money/payouts/port.ts'
import { createRefundRequester } from '#features/money/refunds/service.ts'
import { type CheckoutDeps, exportOrders } from '#features/sales/checkout/service.ts'
import type { OrderDeps } from '#features/sales/orders/port.ts'
import {
  eraseStoreData,
  exportStoreData,
  type StoreConnectionDeps,
} from '#features/stores/connections/service.ts'
import { deletePricing, readPricing } from '#features/stores/pricing/service.ts'
import { deleteOrders, exportShopOrders, type PayDeps } from '#features/stores/shop-orders/service.ts'
import { SEEN_COOKIE_NAME } from '#platform/http/calls/internal-calls.ts'
import type { Enqueue } from '#platform/jobs/job.ts'
import { createSealer, deriveKey } from '#platform/security/sealing.ts'
import type { AppSetup } from './setup.ts'
import { createStoreDeps, createWebhookSender } from './store-deps.ts'
import {
  passkeyData,
  savedViewData,
  secondFactorData,
  socialData,
  termsData,
} from '#features/identity/accounts/service.ts'
import { eraseCases, exportCases } from '#features/sales/cases/service.ts'
import { eraseConversations, exportConversations } from '#features/messaging/chat/service.ts'
import {
  eraseEmails,
  erasePreferences,
  exportEmails,
  exportPreferences,
  createEmail,
  sendEmails,
} from '#features/messaging/notifications/service.ts'
import { emptyWallet, exportWallet } from '#features/money/wallets/service.ts'
import { exportPayouts } from '#features/money/payouts/service.ts'
import { anonymizeReviews, exportReviews } from '#features/catalogue/reviews/service.ts'
import { eraseWishlist, exportWishlist } from '#features/catalogue/wishlist/service.ts'
import { deleteAddresses, readAddresses } from '#features/sales/shipping/service.ts'
import { closeStore, createStore, exportStore } from '#features/catalogue/suppliers/service.ts'
import { operatorRoleData } from '#features/identity/operators/service.ts'
import { exportKeys, revokeKeysOf } from '#features/identity/api-keys/service.ts'
import { readEndpoints, removeEndpoints, type WebhookDeps } from '#features/identity/webhooks/service.ts'
import { exportTeams, forgetTeams, hasOtherOwner } from '#features/identity/teams/service.ts'
import { easyPost, EASYPOST_SERVER } from '#connectors/easypost/easypost.ts'
import { withFallback, withRateCache } from '#connectors/easypost/rate-sources.ts'
import { zoneRates } from '#connectors/zone-rates/zone-rates.ts'
import type { RateSource } from '#features/sales/shipping/port.ts'

/** The dependencies of features on each other and on outside systems, for requests and jobs. */
export type FeatureDeps = Readonly<{
  accounts: AccountDeps
  checkoutDeps: CheckoutDeps
  orders: OrderDeps
  payouts: PayoutDeps
  stores: StoreConnectionDeps
  shopOrders: PayDeps
  legal: LegalTexts
  readCompany: ReadCompany
  /** The token of the link that creates the first operator of a new shop. */
  setupToken: string
  webhooks: WebhookDeps
}>

/** Returns the dependencies of all features, which can then enqueue jobs. */
export async function prepareFeatureDeps(
  setup: AppSetup,
  providers: readonly PaymentProvider[],
): Promise<(enqueue: Enqueue) => FeatureDeps> {
  const { clock } = setup
  const { publicUrl, company, legalDir } = setup.config
  const readCompany = createCompanyReader(company)
  const legal = createLegalTexts({
    dir: legalDir,
    readCompany,
    readReturnDays: async (db) => (await readDeadlines(db)).reportDays,
    publicUrl,
    replicaCookie: setup.replicas && SEEN_COOKIE_NAME,
  })
  const codeSecret = await deriveKey(setup.config, 'account-codes')
  const getPayoutDeps = createPayoutDeps(setup)
  const rateSource = createRateSource(setup)
  const setupToken = await readSetupToken(setup.config)
  const webhookKey = await deriveKey(setup.config, 'store-webhooks')
  const { commission, limitFactor, operatorsNeedSecondFactor } = setup.config
  const sealer = createSealer(setup.config)
  const webhookSender = createWebhookSender(setup)
  return (enqueue) => {
    const stores = createStoreDeps(setup, enqueue)
    const checkout = { providers, publicUrl, enqueue }
    const orders = { enqueue, refund: createRefundRequester(enqueue) }
    return {
      accounts: createAccountDeps(
        {
          publicUrl,
          codeSecret,
          readTermsVersion: legal.readTermsVersion,
          sealer,
          operatorsNeedSecondFactor,
          readShopName: async (db) => (await readCompany(db)).shopName,
          clock,
        },
        enqueue,
      ),
      checkoutDeps: checkout,
      orders,
      payouts: getPayoutDeps(enqueue),
      stores,
      shopOrders: { stores, webhookKey, rateSource, commission, limitFactor, checkout, orders },
      legal,
      readCompany,
      setupToken,
      webhooks: { ...webhookSender, sealer, enqueue, publicUrl },
    }
  }
}

/** Returns the token of the setup link, derived from the installation's key, so it is the same in all processes. */
export async function readSetupToken(config: AppSetup['config']): Promise<string> {
  return deriveKey(config, 'operator-setup')
}

/** Returns the dependencies of payouts: the settings, the key of bank details, and Stripe if it is configured. */
function createPayoutDeps({
  config,
  send,
}: Pick<AppSetup, 'config' | 'send'>): (enqueue: Enqueue) => PayoutDeps {
  const { stripe } = config.payments
  const provider = stripe && stripeTransfers({ ...stripe, send })
  const sealer = createSealer(config)
  return (enqueue) => ({ settings: config.payouts, sealer, provider, enqueue, publicUrl: config.publicUrl })
}

/**
 * Returns every feature that stores data about accounts, with its export and its deletion. A new feature with such
 * data must be added.
 */
function listDataHolders(enqueue: Enqueue, clock: () => Date): readonly AccountDataSource[] {
  return [
    socialData,
    secondFactorData,
    passkeyData,
    termsData,
    ...listBusinessHolders(enqueue, clock).map(forOwnBusiness),
    // Before teams, which delete the roles.
    operatorRoleData,
    // After the business's data, whose owner is determined by the team.
    { name: 'teams', collect: exportTeams, forget: forgetTeams },
    savedViewData,
    { name: 'store', collect: exportStore, forget: (tx, ownerId) => closeStore(tx, { ownerId, enqueue }) },
    { name: 'addresses', collect: readAddresses, forget: deleteAddresses },
    // Orders stay, because suppliers and taxes need them, without a reference to the deleted account.
    {
      name: 'orders',
      collect: (db, accountId) => exportOrders(db, accountId, clock()),
      forget: () => Promise.resolve(),
    },
    {
      name: 'wallet',
      collect: exportWallet,
      forget: (tx, accountId) => emptyWallet(tx, { accountId, enqueue, now: clock() }),
    },
    {
      name: 'cases',
      collect: exportCases,
      forget: (tx, accountId) => eraseCases(tx, { accountId, enqueue, now: clock() }),
    },
    { name: 'reviews', collect: exportReviews, forget: anonymizeReviews },
    { name: 'wishlist', collect: exportWishlist, forget: eraseWishlist },
    {
      name: 'conversations',
      collect: exportConversations,
      forget: (tx, accountId) => eraseConversations(tx, { accountId, enqueue, now: clock() }),
    },
    { name: 'emails', collect: exportEmails, forget: eraseEmails },
    { name: 'notificationChoices', collect: exportPreferences, forget: erasePreferences },
  ]
}

/** Returns the features that store data of an account's business, which stay with its owner. */
function listBusinessHolders(enqueue: Enqueue, clock: () => Date): readonly AccountDataSource[] {
  return [
    { name: 'store', collect: exportStore, forget: (tx, ownerId) => closeStore(tx, { ownerId, enqueue }) },
    // Payouts and their bank details stay: due balances are still paid, and the ledger must name the recipient.
    { name: 'payouts', collect: exportPayouts, forget: () => Promise.resolve() },
    { name: 'connectedStores', collect: exportStoreData, forget: eraseStoreData },
    { name: 'priceRules', collect: readPricing, forget: deletePricing },
    { name: 'shopOrders', collect: exportShopOrders, forget: deleteOrders },
    {
      name: 'apiKeys',
      collect: exportKeys,
      forget: (tx, accountId) => revokeKeysOf(tx, accountId, clock()),
    },
    {
      name: 'webhookEndpoints',
      collect: (db, accountId) => readEndpoints(db, accountId, clock()),
      forget: (tx, businessId) => removeEndpoints(tx, { businessId }, clock()),
    },
    { name: 'practiceShop', collect: exportPracticeShop, forget: deleteShop },
  ]
}

/** Excludes the data of a business whose founding account has transferred it to another owner. */
function forOwnBusiness({ name, collect, forget }: AccountDataSource): AccountDataSource {
  return {
    name,
    collect: async (db, accountId) => ((await hasOtherOwner(db, accountId)) ? null : collect(db, accountId)),
    forget: async (tx, accountId) => {
      if (!(await hasOtherOwner(tx, accountId))) await forget(tx, accountId)
    },
  }
}

/** Returns the dependencies of accounts on later features. */
function createAccountDeps(
  input: Omit<AccountDeps, 'enqueue' | 'createStore' | 'hasHandedOver' | 'holders' | 'post'> & {
    clock: () => Date
  },
  enqueue: Enqueue,
): AccountDeps {
  const { clock, ...settings } = input
  return {
    ...settings,
    enqueue,
    createStore,
    hasHandedOver: hasOtherOwner,
    holders: listDataHolders(enqueue, clock),
    post: async (tx, emails, now) => {
      const outgoing = emails.map(({ key, to, message, isSecret }) => ({
        ...createEmail({ key, to }, { ...message, tables: [] }),
        isSecret,
      }))
      await sendEmails(tx, { emails: outgoing, now, enqueue })
    },
  }
}

/**
 * Returns the source of shipping rates. It is EasyPost if its key is configured, with the built-in zones as fallback;
 * else the zones alone.
 */
function createRateSource({ config: { easyPost: settings }, send, log, clock }: AppSetup): RateSource {
  if (!settings) return zoneRates
  const carriers = easyPost({ ...settings, send, baseUrl: settings.url ?? EASYPOST_SERVER })
  return withFallback(withRateCache(carriers, clock), zoneRates, log)
}
