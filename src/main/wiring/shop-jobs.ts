import { sendNewsletters } from '#features/messaging/contact/newsletter/composed/send-composed.ts'
import { createCompanyReader } from '#features/identity/settings/service.ts'
import { deliverLateWebhooksJob, deliverWebhookJob } from '#connectors/practice-shop/webhooks/deliveries.ts'
import { captureLatePaymentsJob, sendWebhookJob } from '#connectors/sandbox-pay/webhooks.ts'
import { deleteExpiredAccess, emailLoginCode, emailResetLink } from '#features/identity/accounts/jobs.ts'
import type { AccountDeps } from '#features/identity/accounts/port.ts'
import { webhookJobs } from '#features/identity/webhooks/jobs.ts'
import { deleteEndedInvitations } from '#features/identity/teams/jobs.ts'
import {
  createFetchPicturesJob,
  foldPendingCounters,
  moveArchivedProducts,
  createDeleteUploadsJob,
  checkCountsNightly,
} from '#features/catalogue/catalog/jobs.ts'
import { duplicateJobs } from '#features/catalogue/catalog/management/duplicates/jobs.ts'
import { productImportJobs } from '#features/catalogue/catalog/imports/jobs.ts'
import { emailDecisions } from '#features/catalogue/catalog/management/moderation/jobs.ts'
import { selectNewProducts } from '#features/catalogue/catalog/service.ts'
import {
  deleteUnattachedCasePictures,
  sendCaseEmails,
  sendCaseReminder,
  deleteCasePictureFiles,
  runCaseTimers,
} from '#features/sales/cases/jobs.ts'
import {
  enqueueUnreadEmails,
  emailRemoval,
  emailReport,
  emailStore,
  emailUnread,
  deleteChatPictures,
  createCleanUpChatJob,
  resetInbox,
} from '#features/messaging/chat/jobs.ts'
import { returnJobs } from '#features/sales/cases/returns/return-jobs.ts'
import { sendOrderLinkJob } from '#features/sales/checkout/orders/order-link.ts'
import {
  closeIdlePages,
  sendOrderConfirmation,
  pollPayments,
  runPendingWebhookEvents,
} from '#features/sales/checkout/jobs.ts'
import {
  deleteUnconfirmedSubscribers,
  inviteSubscriber,
  emailMessage,
  sendNewsletter,
  welcomeSubscriber,
} from '#features/messaging/contact/jobs.ts'
import { emailAnswer } from '#features/messaging/contact/inbox/jobs.ts'
import { clearSecretEmails, deliverEmails } from '#features/messaging/notifications/jobs.ts'
import { carrierJobs } from '#features/sales/orders/parcels/carrier-jobs.ts'
import { auditLedgerNightly, foldLedgerTotals } from '#features/money/ledger/jobs.ts'
import { issueDocuments } from '#features/money/documents/jobs.ts'
import { foldFigures } from '#features/operator/overview/figures/jobs.ts'
import { foldOrders } from '#features/sales/orders/views/order-list/jobs.ts'
import { refreshReliabilityHourly } from '#features/sales/orders/statistics/reliability/jobs.ts'
import { releaseReservations, runTimers } from '#features/sales/orders/timers/jobs.ts'
import { sendChangeEmails } from '#features/sales/orders/changes/change-emails.ts'
import { sendOrderEmails } from '#features/sales/orders/emails/order-email-jobs.ts'
import { deleteOldWebhookEventsJob } from '#features/money/payments/jobs.ts'
import { findUnclearPayouts, sweepPayouts, transferPayouts } from '#features/money/payouts/jobs.ts'
import { emailDisputeJob } from '#features/money/refunds/disputes/dispute-jobs.ts'
import { emailRefundJob, emailManualRefundJob } from '#features/money/refunds/jobs.ts'
import { createDeletePicturesJob, markVerifiedBuyersHourly } from '#features/catalogue/reviews/jobs.ts'
import { deleteOldRates } from '#features/sales/shipping/jobs.ts'
import { createDeleteLogoJob } from '#features/catalogue/suppliers/jobs.ts'
import { createDocumentJobs } from '#features/catalogue/suppliers/verification/documents/jobs.ts'
import { pullStore, pushSelection, resumeRuns } from '#features/stores/connections/jobs.ts'
import { listingJobs } from '#features/stores/listings/jobs.ts'
import { supplierStoreJobs } from '#features/stores/supplier-stores/jobs.ts'
import { shopOrderJobs } from '#features/stores/shop-orders/jobs.ts'
import { findSupplierContact, findVerifiedSupplier } from '#features/catalogue/suppliers/service.ts'
import { warnOfLowWallets } from '#features/money/wallets/jobs.ts'
import { sendWishlistAlerts } from '#features/catalogue/wishlist/jobs.ts'
import { effectJobs } from '#platform/effects/effect-jobs.ts'
import { deleteOldLimits } from '#platform/http/limits/limit-jobs.ts'
import { keepInOutbox, smtpMailer } from '#platform/mail/mailer.ts'
import type { Job } from '#platform/jobs/job.ts'
import { addPartitionsNightly } from '#platform/jobs/partition-jobs.ts'
import { createCarriers } from './carriers.ts'
import { LEDGER_CHECKS } from './ledger-checks.ts'
import { createEffects } from './effects.ts'
import type { FeatureDeps } from './deps.ts'
import type { AppSetup } from './setup.ts'

/** The functions of suppliers for the contact feature, which must not import a later feature. */
export const STORES = { find: findVerifiedSupplier, contactOf: findSupplierContact }

/** Returns every job of the marketplace; `secret` is the sandbox's. */
export function createJobList(
  setup: AppSetup,
  { featureDeps, secret }: Readonly<{ featureDeps: FeatureDeps; secret: string }>,
): Job[] {
  const { accounts, payouts, stores, shopOrders } = featureDeps
  return [
    ...createEmailJobs(setup),
    ...createShopJobs(setup, featureDeps, secret),
    ...createChatJobs(setup),
    ...createAccountJobs(accounts),
    pushSelection(stores),
    pullStore(stores),
    resumeRuns(stores),
    ...supplierStoreJobs(shopOrders),
    ...listingJobs(stores),
    ...shopOrderJobs(shopOrders),
    ...webhookJobs(featureDeps.webhooks, setup.clock),
    ...effectJobs(createEffects(featureDeps), setup.clock),
    deliverWebhookJob({ send: setup.send, publicUrl: setup.config.publicUrl }),
    deliverLateWebhooksJob,
    auditLedgerNightly(LEDGER_CHECKS),
    foldLedgerTotals,
    sweepPayouts(payouts),
    transferPayouts(payouts),
    findUnclearPayouts(payouts),
  ]
}

function createAccountJobs(accountDeps: AccountDeps): Job[] {
  return [
    emailLoginCode(accountDeps),
    emailResetLink(accountDeps),
    deleteExpiredAccess(accountDeps),
    deleteEndedInvitations,
  ]
}

function createEmailJobs({ config, mailer }: AppSetup): Job[] {
  const readCompany = createCompanyReader(config.company)
  const post = mailer ?? (config.smtpUrl ? smtpMailer(config.smtpUrl, config.mailFrom) : keepInOutbox)
  return [
    sendOrderConfirmation(config.publicUrl),
    sendOrderLinkJob(config.publicUrl),
    sendOrderEmails({ publicUrl: config.publicUrl, readCompany }),
    sendChangeEmails({ publicUrl: config.publicUrl }),
    emailRefundJob(config.publicUrl),
    emailManualRefundJob(readCompany),
    emailDisputeJob(readCompany),
    sendCaseEmails({ publicUrl: config.publicUrl, readCompany }),
    sendCaseReminder(readCompany),
    emailMessage({ readCompany, stores: STORES, publicUrl: config.publicUrl }),
    emailDecisions(config.publicUrl),
    emailAnswer(readCompany),
    inviteSubscriber(config.publicUrl),
    welcomeSubscriber(config.publicUrl),
    deleteUnconfirmedSubscribers,
    deliverEmails(
      post,
      {
        domain: /@([\w.-]+)/.exec(config.mailFrom)?.[1] ?? 'localhost',
        publicUrl: config.publicUrl,
      },
      config.production,
    ),
    clearSecretEmails,
    sendNewsletter({ publicUrl: config.publicUrl, listNewProducts: selectNewProducts }),
    sendNewsletters(config.publicUrl),
    sendWishlistAlerts(config.publicUrl),
    warnOfLowWallets(config.publicUrl),
  ]
}

function createShopJobs(setup: AppSetup, { checkoutDeps, orders }: FeatureDeps, secret: string): Job[] {
  const { config, send, files, pictures } = setup
  const carriers = createCarriers(setup)
  return [
    foldPendingCounters,
    checkCountsNightly,
    moveArchivedProducts,
    releaseReservations,
    runTimers(orders),
    foldOrders,
    foldFigures,
    refreshReliabilityHourly,
    issueDocuments(config),
    runCaseTimers(orders),
    ...returnJobs({ carriers, deps: orders, publicUrl: config.publicUrl }),
    deleteUnattachedCasePictures(files),
    deleteCasePictureFiles(files),
    ...(carriers ? carrierJobs({ carriers, files, deps: orders }) : []),
    deleteOldRates,
    deleteOldLimits,
    addPartitionsNightly,
    markVerifiedBuyersHourly,
    createDeletePicturesJob(files),
    createDeleteUploadsJob(files),
    createFetchPicturesJob(files, pictures),
    ...productImportJobs(files),
    ...duplicateJobs,
    createDeleteLogoJob(files),
    ...createDocumentJobs(files),
    pollPayments(checkoutDeps),
    runPendingWebhookEvents(checkoutDeps),
    closeIdlePages(checkoutDeps),
    deleteOldWebhookEventsJob,
    ...(config.sandboxPay ? [sendWebhookJob(send, secret), captureLatePaymentsJob] : []),
  ]
}

function createChatJobs({ config, files }: AppSetup): Job[] {
  const readCompany = createCompanyReader(config.company)
  const emailSettings = { publicUrl: config.publicUrl, readCompany }
  return [
    enqueueUnreadEmails,
    emailUnread(emailSettings),
    emailStore(emailSettings),
    emailReport(emailSettings),
    resetInbox,
    emailRemoval,
    deleteChatPictures(files),
    createCleanUpChatJob(files),
  ]
}
