import { facebookSignIn, GRAPH_VERSION } from '#connectors/facebook-sign-in/facebook-sign-in.ts'
import { googleSignIn } from '#connectors/google-sign-in/google-sign-in.ts'
import { practiceShops } from '#connectors/practice-shop/practice-shop.ts'
import { ownProductRoutes } from '#features/catalogue/catalog/management/authoring/routes.ts'
import { priceListRoutes } from '#features/catalogue/catalog/management/price-lists/routes.ts'
import type { Search } from '#features/catalogue/catalog/port.ts'
import type { ListCache } from '#features/catalogue/catalog/storefront/lists/list-cache.ts'
import { productEditRoutes } from '#features/catalogue/catalog/management/product-edits/routes.ts'
import { productListRoutes } from '#features/catalogue/catalog/management/product-list/routes.ts'
import { productImportRoutes } from '#features/catalogue/catalog/imports/routes.ts'
import { categoryRoutes } from '#features/catalogue/catalog/categories/routes.ts'
import { productModerationRoutes } from '#features/catalogue/catalog/management/moderation/routes.ts'
import { promotionRoutes } from '#features/catalogue/promotions/routes.ts'
import { catalogRoutes } from '#features/catalogue/catalog/routes.ts'
import { reviewRoutes } from '#features/catalogue/reviews/routes.ts'
import { type StoreDeps, supplierRoutes } from '#features/catalogue/suppliers/routes.ts'
import { wishlistRoutes } from '#features/catalogue/wishlist/routes.ts'
import { accountRoutes, termsRoutes } from '#features/identity/accounts/routes.ts'
import { savedViewRoutes } from '#features/identity/accounts/saved-views/routes.ts'
import { secondFactorRoutes } from '#features/identity/accounts/second-factor/routes.ts'
import { type SocialProviders, socialRoutes } from '#features/identity/accounts/social/routes.ts'
import { apiKeyRoutes } from '#features/identity/api-keys/routes.ts'
import { webhookRoutes } from '#features/identity/webhooks/routes.ts'
import { legalRoutes } from '#features/identity/legal/routes.ts'
import { operatorAccountRoutes } from '#features/identity/operators/routes.ts'
import { setupRoutes } from '#features/identity/operators/setup/routes.ts'
import { viewRoutes } from '#features/identity/teams/views/routes.ts'
import { legalTextRoutes } from '#features/identity/settings/legal-texts/routes.ts'
import { settingsRoutes } from '#features/identity/settings/routes.ts'
import { type Issuer, readIssuerAt } from '#features/identity/settings/service.ts'
import { teamRoutes } from '#features/identity/teams/routes.ts'
import { chatRoutes } from '#features/messaging/chat/routes.ts'
import type { ChatLive } from '#features/messaging/chat/service.ts'
import { inboxRoutes } from '#features/messaging/contact/inbox/routes.ts'
import { contactRoutes } from '#features/messaging/contact/routes.ts'
import { notificationRoutes } from '#features/messaging/notifications/routes.ts'
import { selectNewProducts } from '#features/catalogue/catalog/service.ts'
import { newsletterRoutes } from '#features/messaging/contact/newsletter/composed/routes.ts'
import { emailTextRoutes } from '#features/messaging/notifications/texts/routes.ts'
import { commissionRoutes } from '#features/money/commissions/routes.ts'
import { documentRoutes } from '#features/money/documents/routes.ts'
import { ledgerRoutes } from '#features/money/ledger/routes.ts'
import type { HasPayoutAccount } from '#features/catalogue/suppliers/verification/verification.ts'
import { findPayoutAccount } from '#features/money/payouts/accounts/account-queries.ts'
import type { PayoutDeps } from '#features/money/payouts/port.ts'
import { payoutRoutes } from '#features/money/payouts/routes.ts'
import { carrierPaymentRoutes } from '#features/money/reconciliation/carriers/routes.ts'
import { type ReconciliationDeps, reconciliationRoutes } from '#features/money/reconciliation/routes.ts'
import { walletRoutes } from '#features/money/wallets/routes.ts'
import { refundRoutes } from '#features/money/refunds/routes.ts'
import { returnRoutes } from '#features/sales/cases/returns/routes.ts'
import { caseRoutes } from '#features/sales/cases/routes.ts'
import { checkoutRoutes } from '#features/sales/checkout/routes.ts'
import { labelRoutes } from '#features/sales/orders/labels/routes.ts'
import { orderChangeRoutes } from '#features/sales/orders/changes/routes.ts'
import { packingRoutes } from '#features/sales/orders/packing/routes.ts'
import { orderBatchRoutes } from '#features/sales/orders/batch/routes.ts'
import { orderListRoutes } from '#features/sales/orders/views/order-list/routes.ts'
import { reliabilityRoutes } from '#features/sales/orders/statistics/reliability/routes.ts'
import { statisticsRoutes } from '#features/sales/orders/statistics/routes.ts'
import { selectReleases, selectReservations } from '#features/sales/orders/service.ts'
import { orderRoutes } from '#features/sales/orders/routes.ts'
import { shippingRoutes } from '#features/sales/shipping/routes.ts'
import { storeConnectionRoutes } from '#features/stores/connections/routes.ts'
import { countSelectingAccounts } from '#features/stores/connections/service.ts'
import { listingRoutes } from '#features/stores/listings/routes.ts'
import { practiceRoutes } from '#features/stores/practice/routes.ts'
import { pricingRoutes } from '#features/stores/pricing/routes.ts'
import { parcelBrandRoutes } from '#features/stores/shop-orders/settings/branding/routes.ts'
import { privacyRoutes } from '#features/stores/shop-orders/stores/privacy/routes.ts'
import { vendorStoreRoutes } from '#features/stores/shop-orders/stores/routes.ts'
import { manualOrderRoutes } from '#features/stores/shop-orders/intake/manual/routes.ts'
import { suspensionRoutes } from '#features/stores/shop-orders/settings/suspension/routes.ts'
import { shopOrderRoutes } from '#features/stores/shop-orders/routes.ts'
import { bulkRoutes } from '#features/operator/bulk/routes.ts'
import { operatorEffectRoutes } from '#features/operator/effects/routes.ts'
import { failedJobRoutes } from '#features/operator/failed-jobs/routes.ts'
import { guestRoutes } from '#features/operator/guests/routes.ts'
import { accountReadRoutes } from '#features/operator/overview/accounts/routes.ts'
import { marketplaceFigureRoutes } from '#features/operator/overview/figures/routes.ts'
import { marketplaceSearchRoutes } from '#features/operator/overview/search/routes.ts'
import { vendorReadRoutes } from '#features/operator/overview/vendors/routes.ts'
import { operatorOverviewRoutes } from '#features/operator/overview/routes.ts'
import { supplierStoreRoutes } from '#features/stores/supplier-stores/routes.ts'
import { onboardingRoutes } from '#features/stores/onboarding/routes.ts'
import type { Config } from '#platform/config/config.ts'
import type { Route } from '#platform/http/calls/route.ts'
import type { PdfIssuer } from '#platform/pdf/pdf-response.ts'
import { readDemoLogins } from '../demo/demo-logins.ts'
import { includesHistory } from '../demo/load-demo.ts'
import { createCarriers } from '../wiring/carriers.ts'
import { createEffects } from '../wiring/effects.ts'
import type { FailedJobs } from '#platform/jobs/failed-jobs.ts'
import type { Enqueue } from '#platform/jobs/job.ts'
import type { FeatureDeps } from '../wiring/deps.ts'
import { LEDGER_CHECKS } from '../wiring/ledger-checks.ts'
import type { AppSetup } from '../wiring/setup.ts'
import { STORES } from '../wiring/shop-jobs.ts'
import { readFileSync } from 'node:fs'

/** The dependencies of routes: those of the features, the search, and what this process caches and streams. */
export type RouteDependencies = Readonly<{
  featureDeps: FeatureDeps
  failedJobs: FailedJobs
  lists: ListCache
  search: Search
  chat: ChatLive
}>

/** Returns the routes of every call that has a contract. */
export function createRoutes(
  setup: AppSetup,
  { featureDeps, failedJobs, lists, search, chat }: RouteDependencies,
): Route[] {
  const { config, files } = setup
  const { checkoutDeps, orders } = featureDeps
  const { enqueue } = checkoutDeps
  const pdfIssuer = createPdfIssuer(config)
  const carriers = createCarriers(setup)
  return [
    ...legalRoutes(featureDeps.legal),
    ...accountRoutes(featureDeps.accounts),
    ...termsRoutes(featureDeps.accounts),
    ...socialRoutes(featureDeps.accounts, createSignInProviders(setup)),
    ...secondFactorRoutes(featureDeps.accounts),
    ...savedViewRoutes,
    ...notificationRoutes,
    ...teamRoutes({ publicUrl: config.publicUrl, enqueue }),
    ...apiKeyRoutes,
    ...webhookRoutes(featureDeps.webhooks),
    ...createSupplierRoutes({ files, enqueue }),
    ...productImportRoutes({ files, enqueue, publicUrl: config.publicUrl }),
    ...catalogRoutes({ lists, search }),
    ...productListRoutes,
    ...productEditRoutes({
      countVendors: countSelectingAccounts,
      history: { selectReservations, selectReleases },
    }),
    ...wishlistRoutes,
    ...reviewRoutes(files),
    ...contactRoutes({ stores: STORES, enqueue, limitFactor: config.limitFactor }),
    ...productModerationRoutes({ enqueue }),
    ...inboxRoutes({ enqueue, readCompany: featureDeps.readCompany }),
    ...shippingRoutes({ rateSource: featureDeps.shopOrders.rateSource, enqueue }),
    ...createMoneyRoutes(
      featureDeps.payouts,
      { ...config, providers: checkoutDeps.providers.map(({ name }) => name) },
      pdfIssuer,
    ),
    ...orderRoutes(orders),
    ...priceListRoutes,
    ...orderListRoutes({ sellsLabels: carriers !== undefined }),
    ...statisticsRoutes,
    ...reliabilityRoutes,
    ...orderBatchRoutes(orders),
    ...orderChangeRoutes(orders),
    ...packingRoutes,
    ...labelRoutes({ deps: orders, files, carriers }),
    ...documentRoutes(pdfIssuer, { prefix: config.invoicePrefix, files }),
    ...refundRoutes(checkoutDeps),
    ...caseRoutes({ deps: orders, files, sellsLabels: carriers !== undefined }),
    ...returnRoutes({ deps: orders, files, carriers }),
    ...checkoutRoutes(checkoutDeps, config),
    ...walletRoutes(checkoutDeps, pdfIssuer),
    ...parcelBrandRoutes(pdfIssuer),
    ...createStoreRoutes(featureDeps, { enqueue, publicUrl: config.publicUrl }),
    ...createOperatorRoutes(config, featureDeps, failedJobs),
    ...chatRoutes({ live: chat, files, enqueue }),
  ]
}

/** Returns the routes of operators. */
function createOperatorRoutes(config: Config, featureDeps: FeatureDeps, failedJobs: FailedJobs): Route[] {
  const { enqueue } = featureDeps.checkoutDeps
  const effectDeps = { effects: createEffects(featureDeps), enqueue }
  return [
    ...operatorOverviewRoutes,
    ...emailTextRoutes({ enqueue, publicUrl: config.publicUrl }),
    ...newsletterRoutes({ enqueue, publicUrl: config.publicUrl, listNewProducts: selectNewProducts }),
    ...accountReadRoutes,
    ...marketplaceFigureRoutes,
    ...marketplaceSearchRoutes,
    ...vendorReadRoutes,
    ...viewRoutes,
    ...operatorAccountRoutes(featureDeps.accounts),
    ...setupRoutes(featureDeps.setupToken),
    ...settingsRoutes(getFirstIssuer(config), config.company),
    ...legalTextRoutes(featureDeps.legal),
    ...guestRoutes(enqueue),
    ...promotionRoutes,
    ...categoryRoutes,
    ...operatorEffectRoutes(effectDeps),
    ...failedJobRoutes(failedJobs),
    ...bulkRoutes({ orders: featureDeps.orders, effects: effectDeps }),
  ]
}

/** Returns the routes of connected stores of vendors and suppliers, and of their synchronization. */
function createStoreRoutes(
  { stores, shopOrders }: FeatureDeps,
  { enqueue, publicUrl }: Readonly<{ enqueue: Enqueue; publicUrl: string }>,
): Route[] {
  return [
    ...storeConnectionRoutes(stores),
    ...pricingRoutes({ enqueue }),
    ...listingRoutes({ ...stores, rateSource: shopOrders.rateSource }),
    ...practiceRoutes({ shops: practiceShops(publicUrl), orders: shopOrders }),
    ...shopOrderRoutes(shopOrders),
    ...manualOrderRoutes(shopOrders),
    ...privacyRoutes(shopOrders),
    ...vendorStoreRoutes(shopOrders),
    ...suspensionRoutes(shopOrders),
    ...supplierStoreRoutes(shopOrders),
  ]
}

const hasPayoutAccount: HasPayoutAccount = async (db, supplierId) =>
  (await findPayoutAccount(db, supplierId)) !== undefined

/** Returns the routes of public store pages, and of suppliers' own stores. */
function createSupplierRoutes(deps: StoreDeps): Route[] {
  return [
    ...supplierRoutes(deps, hasPayoutAccount),
    ...ownProductRoutes(deps.files),
    ...onboardingRoutes(deps),
  ]
}

/**
 * Returns the routes of the marketplace's money after payment. They are the ledger, commission, payouts and
 * carriers, and the providers' reports.
 */
function createMoneyRoutes(
  payouts: PayoutDeps,
  {
    commission,
    tariffs,
    providers,
  }: Pick<Config, 'commission' | 'tariffs'> & Pick<ReconciliationDeps, 'providers'>,
  pdfIssuer: PdfIssuer,
): Route[] {
  return [
    ...ledgerRoutes(LEDGER_CHECKS),
    ...commissionRoutes(commission),
    ...payoutRoutes(payouts, pdfIssuer),
    ...reconciliationRoutes({ providers, tariffs }),
    ...carrierPaymentRoutes,
  ]
}

/** Returns the issuer of documents until an operator saves another one. */
function getFirstIssuer({ company }: Config): Issuer {
  const [name = company.name, ...address] = company.lines
  const { registration, taxNumber, supportEmail } = company
  const numbers = [registration, taxNumber].filter((number) => number !== undefined)
  return { name, lines: [...address, ...numbers, supportEmail] }
}

/** Returns the issuer and the additional font of documents. Throws when the font's file does not exist. */
function createPdfIssuer(config: Config): PdfIssuer {
  const { documentFont } = config
  const first = getFirstIssuer(config)
  return {
    readIssuer: (db, at) => readIssuerAt(db, at, first),
    furtherFont: documentFont === undefined ? undefined : readFont(documentFont),
  }
}

function readFont(file: string): Buffer {
  try {
    return readFileSync(file)
  } catch (cause) {
    throw new Error(`DOCUMENT_FONT: no readable font at ${file}`, { cause })
  }
}

/** Returns the configured sign-in providers, and the accounts of the demo. */
function createSignInProviders({ config, send, db }: AppSetup): SocialProviders {
  const { google, facebook } = config.signIn
  return {
    readDemo: includesHistory(config) ? () => readDemoLogins(db) : undefined,
    google: google && { signIn: googleSignIn({ ...google, send }), clientId: google.clientId },
    facebook: facebook && {
      signIn: facebookSignIn({ ...facebook, send }),
      appId: facebook.appId,
      version: GRAPH_VERSION,
    },
  }
}
