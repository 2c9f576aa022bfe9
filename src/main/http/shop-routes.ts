import { accountRoutes } from '#features/identity/accounts/routes.ts'
import { termsRoutes } from '#features/identity/accounts/terms/routes.ts'
import { socialRoutes } from '#features/identity/accounts/social/routes.ts'
import type { FacetCounts } from '#features/catalogue/catalog/facets/facet-counts.ts'
import type { ListCache } from '#features/catalogue/catalog/lists/list-cache.ts'
import { caseRoutes } from '#features/sales/cases/routes.ts'
import { ownPieceRoutes } from '#features/catalogue/catalog/authoring/routes.ts'
import { catalogRoutes } from '#features/catalogue/catalog/routes.ts'
import { chatRoutes } from '#features/messaging/chat/routes.ts'
import type { ChatLive } from '#features/messaging/chat/service.ts'
import { checkoutRoutes } from '#features/sales/checkout/routes.ts'
import { contactRoutes } from '#features/messaging/contact/routes.ts'
import { documentRoutes } from '#features/money/documents/routes.ts'
import { notificationRoutes } from '#features/messaging/notifications/routes.ts'
import { onboardingRoutes } from '#features/stores/onboarding/routes.ts'
import { legalRoutes } from '#features/identity/legal/routes.ts'
import { labelRoutes } from '#features/sales/orders/labels/routes.ts'
import { orderRoutes } from '#features/sales/orders/routes.ts'
import { refundRoutes } from '#features/money/refunds/routes.ts'
import { reviewRoutes } from '#features/catalogue/reviews/routes.ts'
import { shippingRoutes } from '#features/sales/shipping/routes.ts'
import { storeRoutes } from '#features/stores/connections/routes.ts'
import { type StoreKeeping, supplierRoutes } from '#features/catalogue/suppliers/routes.ts'
import { wishlistRoutes } from '#features/catalogue/wishlist/routes.ts'
import type { Route } from '#platform/http/calls/route.ts'
import { carriersOf } from '../wiring/carriers.ts'
import type { Desks } from '../wiring/deps.ts'
import { moneyRoutes } from './money-routes.ts'
import { printerOf } from '../wiring/printer.ts'
import { rateSource } from '../wiring/rate-source.ts'
import type { AppSetup } from '../wiring/setup.ts'
import { STORES } from '../wiring/shop-jobs.ts'
import { signInProviders } from '../wiring/sign-in-providers.ts'

/** What calls are answered with: the desks, and what one process keeps in its memory. */
export type RouteParts = Readonly<{ desks: Desks; lists: ListCache; counts: FacetCounts; chat: ChatLive }>

/** Every call that has a contract. */
export function routesOf(setup: AppSetup, { desks, lists, counts, chat }: RouteParts): Route[] {
  const { config, files, send } = setup
  const { till, orders } = desks
  const { enqueue } = till
  const printer = printerOf(config)
  return [
    ...legalRoutes(desks.legal),
    ...accountRoutes(desks.accounts),
    ...termsRoutes(desks.accounts),
    ...socialRoutes(desks.accounts, signInProviders(config.signIn, send)),
    ...notificationRoutes,
    ...makerRoutes({ files, enqueue }),
    ...catalogRoutes({ lists, counts }),
    ...wishlistRoutes,
    ...reviewRoutes(files),
    ...contactRoutes({ stores: STORES, enqueue, limitFactor: config.limitFactor }),
    ...shippingRoutes(rateSource(setup)),
    ...moneyRoutes(desks.payouts, { ...config, providers: till.providers.map(({ name }) => name) }, printer),
    ...orderRoutes(orders),
    ...labelRoutes({ desk: orders, files, hubCountry: carriersOf(setup)?.hubCountry }),
    ...documentRoutes(printer, config.invoicePrefix),
    ...refundRoutes(till),
    ...caseRoutes({ desk: orders, files }),
    ...checkoutRoutes(till, config),
    ...storeRoutes(desks.stores),
    ...chatRoutes({ live: chat, files, enqueue }),
  ]
}

/** Stores as everybody sees them, and what manufacturers do with their own. */
function makerRoutes(keeping: StoreKeeping): Route[] {
  return [...supplierRoutes(keeping), ...ownPieceRoutes(keeping.files), ...onboardingRoutes(keeping)]
}
