import type { Page } from './page.ts'

/** A route of the shop: its path, the file that renders it, and how that file is loaded. */
export type RouteEntry = Readonly<{
  path: string
  /** The file below `src/web`, so that the server can make the browser preload it; browsers do not need it. */
  source: string | false
  load: () => Promise<Page>
  /** The title when the object in the address does not exist; by default 'Page not found'. */
  missingTitle?: string
  /** The query parameters that only change the view: other values of them reload nothing. */
  viewQuery?: readonly string[]
  /** `console`: the page renders a console's frame itself, without the shop's header and footer. */
  frame?: 'console'
}>

/** Vite replaces the value, so that browsers get none of the paths. */
const ON_SERVER = import.meta.env?.SSR ?? true

/** Returns the routes of a console: its home, and all that is below it. */
function toConsoleRoutes(path: string, entry: Pick<RouteEntry, 'source' | 'load'>): RouteEntry[] {
  return ['', '/$'].map((below) => ({ ...entry, path: path + below, frame: 'console' }))
}

/** All routes of the shop. Any other path is the 404 page. */
export const ROUTES: readonly RouteEntry[] = [
  {
    path: '/',
    source: ON_SERVER && 'storefront/landing/landing-page.tsx',
    load: () => import('#web/storefront/landing/landing-page.tsx').then((file) => file.landingPage),
  },
  {
    path: '/marketplace',
    source: ON_SERVER && 'storefront/marketplace/marketplace-page.tsx',
    load: () =>
      import('#web/storefront/marketplace/marketplace-page.tsx').then((file) => file.marketplacePage),
  },
  {
    path: '/show-more',
    source: ON_SERVER && 'storefront/show-more/show-more-page.tsx',
    load: () => import('#web/storefront/show-more/show-more-page.tsx').then((file) => file.showMorePage),
  },
  {
    path: '/store-profile',
    source: ON_SERVER && 'storefront/store/store-page.tsx',
    load: () => import('#web/storefront/store/store-page.tsx').then((file) => file.storePage),
  },
  {
    path: '/explore-all',
    source: ON_SERVER && 'storefront/explore/explore-page.tsx',
    load: () => import('#web/storefront/explore/explore-page.tsx').then((file) => file.explorePage),
  },
  {
    path: '/product/$id',
    source: ON_SERVER && 'storefront/product/product-page.tsx',
    load: () => import('#web/storefront/product/product-page.tsx').then((file) => file.productPage),
    missingTitle: 'Product not found',
    viewQuery: ['variant'],
  },
  {
    path: '/checkout',
    source: ON_SERVER && 'storefront/checkout/details/checkout-page.tsx',
    load: () =>
      import('#web/storefront/checkout/details/checkout-page.tsx').then((file) => file.checkoutPage),
  },
  {
    path: '/checkout-step-two',
    source: ON_SERVER && 'storefront/checkout/payment/payment-step-page.tsx',
    load: () =>
      import('#web/storefront/checkout/payment/payment-step-page.tsx').then((file) => file.paymentStepPage),
  },
  {
    path: '/checkout-step-three',
    source: ON_SERVER && 'storefront/checkout/review/review-step-page.tsx',
    load: () =>
      import('#web/storefront/checkout/review/review-step-page.tsx').then((file) => file.reviewStepPage),
  },
  {
    path: '/paymentSuccess',
    source: ON_SERVER && 'storefront/payment/payment-success-page.tsx',
    load: () =>
      import('#web/storefront/payment/payment-success-page.tsx').then((file) => file.paymentSuccessPage),
  },
  {
    path: '/paymentError',
    source: ON_SERVER && 'storefront/payment/payment-error-page.tsx',
    load: () =>
      import('#web/storefront/payment/payment-error-page.tsx').then((file) => file.paymentErrorPage),
  },
  {
    path: '/dashboard',
    source: ON_SERVER && 'account/order/dashboard-page.tsx',
    load: () => import('#web/account/order/dashboard-page.tsx').then((file) => file.dashboardPage),
  },
  {
    path: '/dashboard/orders/$id',
    source: ON_SERVER && 'account/orders/own-order-page.tsx',
    load: () => import('#web/account/orders/own-order-page.tsx').then((file) => file.ownOrderPage),
  },
  ...toConsoleRoutes('/dashboard/supplier', {
    source: ON_SERVER && 'supplier/console/supplier-page.tsx',
    load: () => import('#web/supplier/console/supplier-page.tsx').then((file) => file.supplierPage),
  }),
  ...toConsoleRoutes('/dashboard/vendor', {
    source: ON_SERVER && 'vendor/console/vendor-page.tsx',
    load: () => import('#web/vendor/console/vendor-page.tsx').then((file) => file.vendorPage),
  }),
  ...toConsoleRoutes('/dashboard/operator', {
    source: ON_SERVER && 'operator/console/operator-page.tsx',
    load: () => import('#web/operator/console/operator-page.tsx').then((file) => file.operatorPage),
  }),
  {
    path: '/dashboard/$section',
    source: ON_SERVER && 'account/section-page.tsx',
    load: () => import('#web/account/section-page.tsx').then((file) => file.sectionPage),
  },
  {
    path: '/login',
    source: ON_SERVER && 'account/auth/sign-in/login-page.tsx',
    load: () => import('#web/account/auth/sign-in/login-page.tsx').then((file) => file.loginPage),
  },
  {
    path: '/signup',
    source: ON_SERVER && 'account/auth/sign-up/signup-page.tsx',
    load: () => import('#web/account/auth/sign-up/signup-page.tsx').then((file) => file.signupPage),
  },
  {
    path: '/join-team',
    source: ON_SERVER && 'account/team/join-team-page.tsx',
    load: () => import('#web/account/team/join-team-page.tsx').then((file) => file.joinTeamPage),
  },
  {
    path: '/forget-password',
    source: ON_SERVER && 'account/auth/sign-in/forget-password-page.tsx',
    load: () =>
      import('#web/account/auth/sign-in/forget-password-page.tsx').then((file) => file.forgetPasswordPage),
  },
  {
    path: '/otp/$id',
    source: ON_SERVER && 'account/auth/codes/otp-page.tsx',
    load: () => import('#web/account/auth/codes/otp-page.tsx').then((file) => file.otpPage),
  },
  {
    path: '/dashboard/wishlist',
    source: ON_SERVER && 'account/wishlist/wishlist-page.tsx',
    load: () => import('#web/account/wishlist/wishlist-page.tsx').then((file) => file.wishlistPage),
  },
  {
    path: '/wishlist/unsubscribe',
    source: ON_SERVER && 'account/wishlist/wishlist-emails-page.tsx',
    load: () =>
      import('#web/account/wishlist/wishlist-emails-page.tsx').then((file) => file.wishlistEmailsPage),
  },
  {
    path: '/chat',
    source: ON_SERVER && 'account/chat/chat-page.tsx',
    load: () => import('#web/account/chat/chat-page.tsx').then((file) => file.chatPage),
    viewQuery: ['conversation', 'supplier', 'product', 'order'],
  },
  {
    path: '/m-onboard-one',
    source: ON_SERVER && 'supplier/onboarding/store/step-one-page.tsx',
    load: () => import('#web/supplier/onboarding/store/step-one-page.tsx').then((file) => file.stepOnePage),
  },
  {
    path: '/m-onboard-two',
    source: ON_SERVER && 'supplier/onboarding/product/step-two-page.tsx',
    load: () => import('#web/supplier/onboarding/product/step-two-page.tsx').then((file) => file.stepTwoPage),
  },
  {
    path: '/m-onboard-three',
    source: ON_SERVER && 'supplier/onboarding/step-three-page.tsx',
    load: () => import('#web/supplier/onboarding/step-three-page.tsx').then((file) => file.stepThreePage),
  },
  {
    path: '/m-onboard-four',
    source: ON_SERVER && 'supplier/onboarding/products/step-four-page.tsx',
    load: () =>
      import('#web/supplier/onboarding/products/step-four-page.tsx').then((file) => file.stepFourPage),
  },
  {
    path: '/v-onboard-one',
    source: ON_SERVER && 'vendor/onboarding/connection-page.tsx',
    load: () => import('#web/vendor/onboarding/connection-page.tsx').then((file) => file.connectionPage),
  },
  {
    path: '/v-onboard-two',
    source: ON_SERVER && 'vendor/onboarding/selection-page.tsx',
    load: () => import('#web/vendor/onboarding/selection-page.tsx').then((file) => file.selectionPage),
  },
  {
    path: '/v-onboard-three',
    source: ON_SERVER && 'vendor/onboarding/sync-page.tsx',
    load: () => import('#web/vendor/onboarding/sync-page.tsx').then((file) => file.syncPage),
  },
  {
    path: '/contact-us',
    source: ON_SERVER && 'storefront/contact/contact-page.tsx',
    load: () => import('#web/storefront/contact/contact-page.tsx').then((file) => file.contactPage),
  },
  {
    path: '/terms',
    source: ON_SERVER && 'storefront/legal/legal-page.tsx',
    load: () => import('#web/storefront/legal/legal-page.tsx').then((file) => file.termsPage),
  },
  {
    path: '/privacy',
    source: ON_SERVER && 'storefront/legal/legal-page.tsx',
    load: () => import('#web/storefront/legal/legal-page.tsx').then((file) => file.privacyPage),
  },
  {
    path: '/returns',
    source: ON_SERVER && 'storefront/legal/legal-page.tsx',
    load: () => import('#web/storefront/legal/legal-page.tsx').then((file) => file.returnsPage),
  },
  {
    path: '/imprint',
    source: ON_SERVER && 'storefront/legal/legal-page.tsx',
    load: () => import('#web/storefront/legal/legal-page.tsx').then((file) => file.imprintPage),
  },
  {
    path: '/find-order',
    source: ON_SERVER && 'storefront/find-order/find-order-page.tsx',
    load: () => import('#web/storefront/find-order/find-order-page.tsx').then((file) => file.findOrderPage),
  },
  {
    path: '/newsletter',
    source: ON_SERVER && 'storefront/newsletter/newsletter-page.tsx',
    load: () => import('#web/storefront/newsletter/newsletter-page.tsx').then((file) => file.newsletterPage),
  },
  {
    path: '/newsletter/$action',
    source: ON_SERVER && 'storefront/newsletter/subscription-page.tsx',
    load: () =>
      import('#web/storefront/newsletter/subscription-page.tsx').then((file) => file.subscriptionPage),
  },
  {
    path: '/notifications/$action',
    source: ON_SERVER && 'account/notifications/email-preference-page.tsx',
    load: () =>
      import('#web/account/notifications/email-preference-page.tsx').then((file) => file.emailPreferencePage),
  },
  {
    path: '/offline',
    source: ON_SERVER && 'storefront/offline/offline-page.tsx',
    load: () => import('#web/storefront/offline/offline-page.tsx').then((file) => file.offlinePage),
  },
  {
    path: '/dev/ui',
    source: ON_SERVER && 'dev/ui-page.tsx',
    load: () => import('#web/dev/ui-page.tsx').then((file) => file.uiPage),
  },
  {
    path: '/404',
    source: ON_SERVER && 'storefront/not-found/not-found-page.tsx',
    load: () => import('#web/storefront/not-found/not-found-page.tsx').then((file) => file.notFoundPage),
  },
]
