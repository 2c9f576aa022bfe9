import { accountRoutes } from '#features/accounts/routes.ts'
import { termsRoutes } from '#features/accounts/terms-routes.ts'
import { socialRoutes } from '#features/accounts/social-routes.ts'
import type { FacetCounts } from '#features/catalog/facet-counts.ts'
import type { ListCache } from '#features/catalog/list-cache.ts'
import { caseRoutes } from '#features/cases/routes.ts'
import { ownPieceRoutes } from '#features/catalog/own/routes.ts'
import { catalogRoutes } from '#features/catalog/routes.ts'
import { chatRoutes } from '#features/chat/routes.ts'
import type { ChatLive } from '#features/chat/service.ts'
import { checkoutRoutes } from '#features/checkout/routes.ts'
import { contactRoutes } from '#features/contact/routes.ts'
import { documentRoutes } from '#features/documents/routes.ts'
import { notificationRoutes } from '#features/notifications/routes.ts'
import { onboardingRoutes } from '#features/onboarding/routes.ts'
import { legalRoutes } from '#features/legal/routes.ts'
import { labelRoutes } from '#features/orders/label-routes.ts'
import { orderRoutes } from '#features/orders/routes.ts'
import { refundRoutes } from '#features/refunds/routes.ts'
import { reviewRoutes } from '#features/reviews/routes.ts'
import { shippingRoutes } from '#features/shipping/routes.ts'
import { storeRoutes } from '#features/stores/routes.ts'
import { type StoreKeeping, supplierRoutes } from '#features/suppliers/routes.ts'
import { wishlistRoutes } from '#features/wishlist/routes.ts'
import type { Route } from '#platform/http/route.ts'
import { carriersOf } from './carriers.ts'
import type { Desks } from './desks.ts'
import { moneyRoutes } from './money-routes.ts'
import { printerOf } from './printer.ts'
import { rateSource } from './rate-source.ts'
import type { AppSetup } from './setup.ts'
import { STORES } from './shop-jobs.ts'
import { signInProviders } from './sign-in-providers.ts'

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
