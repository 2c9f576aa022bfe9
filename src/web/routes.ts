import type { Page } from './page.ts'

/** One address of the shop: where it is, which file draws it, how that file is loaded. */
export type RouteEntry = Readonly<{
  path: string
  /** The file below `src/web`, so that the server can tell the browser to fetch it at once. */
  source: string
  load: () => Promise<Page>
  /** The title where what the address names does not exist; 'Page not found' unless told otherwise. */
  missingTitle?: string
  /** Query parameters by which only what is shown changes: for another value of them nothing is loaded anew. */
  viewQuery?: readonly string[]
}>

/** The map: every address of the shop. What is not here is the 404 page. */
export const ROUTES: readonly RouteEntry[] = [
  {
    path: '/',
    source: 'storefront/landing/landing-page.tsx',
    load: () => import('./storefront/landing/landing-page.tsx').then((file) => file.landingPage),
  },
  {
    path: '/marketplace',
    source: 'storefront/marketplace/marketplace-page.tsx',
    load: () => import('./storefront/marketplace/marketplace-page.tsx').then((file) => file.marketplacePage),
  },
  {
    path: '/show-more',
    source: 'storefront/show-more/show-more-page.tsx',
    load: () => import('./storefront/show-more/show-more-page.tsx').then((file) => file.showMorePage),
  },
  {
    path: '/store-profile',
    source: 'storefront/store/store-page.tsx',
    load: () => import('./storefront/store/store-page.tsx').then((file) => file.storePage),
  },
  {
    path: '/explore-all',
    source: 'storefront/explore/explore-page.tsx',
    load: () => import('./storefront/explore/explore-page.tsx').then((file) => file.explorePage),
  },
  {
    path: '/product/$id',
    source: 'storefront/product/product-page.tsx',
    load: () => import('./storefront/product/product-page.tsx').then((file) => file.productPage),
    missingTitle: 'Product not found',
    viewQuery: ['variant'],
  },
  {
    path: '/checkout',
    source: 'storefront/checkout/checkout-page.tsx',
    load: () => import('./storefront/checkout/checkout-page.tsx').then((file) => file.checkoutPage),
  },
  {
    path: '/checkout-step-two',
    source: 'storefront/checkout/payment-step-page.tsx',
    load: () => import('./storefront/checkout/payment-step-page.tsx').then((file) => file.paymentStepPage),
  },
  {
    path: '/checkout-step-three',
    source: 'storefront/checkout/review-step-page.tsx',
    load: () => import('./storefront/checkout/review-step-page.tsx').then((file) => file.reviewStepPage),
  },
  {
    path: '/paymentSuccess',
    source: 'storefront/payment/payment-success-page.tsx',
    load: () =>
      import('./storefront/payment/payment-success-page.tsx').then((file) => file.paymentSuccessPage),
  },
  {
    path: '/paymentError',
    source: 'storefront/payment/payment-error-page.tsx',
    load: () => import('./storefront/payment/payment-error-page.tsx').then((file) => file.paymentErrorPage),
  },
  {
    path: '/dashboard',
    source: 'account/dashboard/dashboard-page.tsx',
    load: () => import('./account/dashboard/dashboard-page.tsx').then((file) => file.dashboardPage),
  },
  {
    path: '/dashboard/orders/$id',
    source: 'account/orders/own-order-page.tsx',
    load: () => import('./account/orders/own-order-page.tsx').then((file) => file.ownOrderPage),
  },
  {
    path: '/dashboard/$section',
    source: 'account/section-page.tsx',
    load: () => import('./account/section-page.tsx').then((file) => file.sectionPage),
  },
  {
    path: '/login',
    source: 'account/entry/login-page.tsx',
    load: () => import('./account/entry/login-page.tsx').then((file) => file.loginPage),
  },
  {
    path: '/signup',
    source: 'account/entry/signup-page.tsx',
    load: () => import('./account/entry/signup-page.tsx').then((file) => file.signupPage),
  },
  {
    path: '/forget-password',
    source: 'account/entry/forget-password-page.tsx',
    load: () => import('./account/entry/forget-password-page.tsx').then((file) => file.forgetPasswordPage),
  },
  {
    path: '/otp/$id',
    source: 'account/entry/otp-page.tsx',
    load: () => import('./account/entry/otp-page.tsx').then((file) => file.otpPage),
  },
  {
    path: '/dashboard/wishlist',
    source: 'account/wishlist/wishlist-page.tsx',
    load: () => import('./account/wishlist/wishlist-page.tsx').then((file) => file.wishlistPage),
  },
  {
    path: '/wishlist/unsubscribe',
    source: 'account/wishlist/wish-mails-page.tsx',
    load: () => import('./account/wishlist/wish-mails-page.tsx').then((file) => file.wishMailsPage),
  },
  {
    path: '/chat',
    source: 'account/chat/chat-page.tsx',
    load: () => import('./account/chat/chat-page.tsx').then((file) => file.chatPage),
    viewQuery: ['conversation', 'supplier', 'product', 'order'],
  },
  {
    path: '/m-onboard-one',
    source: 'onboarding/manufacturer/step-one-page.tsx',
    load: () => import('./onboarding/manufacturer/step-one-page.tsx').then((file) => file.stepOnePage),
  },
  {
    path: '/m-onboard-two',
    source: 'onboarding/manufacturer/step-two-page.tsx',
    load: () => import('./onboarding/manufacturer/step-two-page.tsx').then((file) => file.stepTwoPage),
  },
  {
    path: '/m-onboard-three',
    source: 'onboarding/manufacturer/step-three-page.tsx',
    load: () => import('./onboarding/manufacturer/step-three-page.tsx').then((file) => file.stepThreePage),
  },
  {
    path: '/m-onboard-four',
    source: 'onboarding/manufacturer/step-four-page.tsx',
    load: () => import('./onboarding/manufacturer/step-four-page.tsx').then((file) => file.stepFourPage),
  },
  {
    path: '/v-onboard-one',
    source: 'onboarding/vendor/connection-page.tsx',
    load: () => import('./onboarding/vendor/connection-page.tsx').then((file) => file.connectionPage),
  },
  {
    path: '/v-onboard-two',
    source: 'onboarding/vendor/selection-page.tsx',
    load: () => import('./onboarding/vendor/selection-page.tsx').then((file) => file.selectionPage),
  },
  {
    path: '/v-onboard-three',
    source: 'onboarding/vendor/sync-page.tsx',
    load: () => import('./onboarding/vendor/sync-page.tsx').then((file) => file.syncPage),
  },
  {
    path: '/contact-us',
    source: 'storefront/contact/contact-page.tsx',
    load: () => import('./storefront/contact/contact-page.tsx').then((file) => file.contactPage),
  },
  {
    path: '/terms',
    source: 'storefront/legal/legal-page.tsx',
    load: () => import('./storefront/legal/legal-page.tsx').then((file) => file.termsPage),
  },
  {
    path: '/privacy',
    source: 'storefront/legal/legal-page.tsx',
    load: () => import('./storefront/legal/legal-page.tsx').then((file) => file.privacyPage),
  },
  {
    path: '/returns',
    source: 'storefront/legal/legal-page.tsx',
    load: () => import('./storefront/legal/legal-page.tsx').then((file) => file.returnsPage),
  },
  {
    path: '/imprint',
    source: 'storefront/legal/legal-page.tsx',
    load: () => import('./storefront/legal/legal-page.tsx').then((file) => file.imprintPage),
  },
  {
    path: '/find-order',
    source: 'storefront/find-order/find-order-page.tsx',
    load: () => import('./storefront/find-order/find-order-page.tsx').then((file) => file.findOrderPage),
  },
  {
    path: '/newsletter',
    source: 'storefront/newsletter/newsletter-page.tsx',
    load: () => import('./storefront/newsletter/newsletter-page.tsx').then((file) => file.newsletterPage),
  },
  {
    path: '/newsletter/$wish',
    source: 'storefront/newsletter/subscription-page.tsx',
    load: () => import('./storefront/newsletter/subscription-page.tsx').then((file) => file.subscriptionPage),
  },
  {
    path: '/notifications/$wish',
    source: 'account/notifications/mails-page.tsx',
    load: () => import('./account/notifications/mails-page.tsx').then((file) => file.mailsPage),
  },
  {
    path: '/offline',
    source: 'storefront/offline/offline-page.tsx',
    load: () => import('./storefront/offline/offline-page.tsx').then((file) => file.offlinePage),
  },
  {
    path: '/404',
    source: 'storefront/not-found/not-found-page.tsx',
    load: () => import('./storefront/not-found/not-found-page.tsx').then((file) => file.notFoundPage),
  },
]
