import { captureLatePaymentsJob, sendWebhookJob } from '#connectors/sandbox-pay/webhooks.ts'
import { forgetDeadAccess, mailLoginCode, mailResetLink } from '#features/identity/accounts/jobs.ts'
import type { AccountDesk } from '#features/identity/accounts/port.ts'
import { fetchPictures, foldFigures, forgetUploads, recountWords } from '#features/catalogue/catalog/jobs.ts'
import { listNewPieces } from '#features/catalogue/catalog/service.ts'
import {
  deleteUnattachedCasePictures,
  sendCaseEmails,
  sendCaseReminder,
  deleteCasePictureFiles,
  runCaseTimers,
} from '#features/sales/cases/jobs.ts'
import {
  findUnread,
  mailReport,
  mailStore,
  mailUnread,
  removePictures,
  tidyChat,
} from '#features/messaging/chat/jobs.ts'
import { sendOrderLinkJob } from '#features/sales/checkout/orders/order-link.ts'
import {
  closeIdlePages,
  sendOrderConfirmation,
  pollPayments,
  runPendingWebhookEvents,
} from '#features/sales/checkout/jobs.ts'
import {
  forgetUnconfirmed,
  inviteSubscriber,
  mailMessage,
  sendNewsletter,
  welcomeSubscriber,
} from '#features/messaging/contact/jobs.ts'
import { forgetSecretMails, sendMails } from '#features/messaging/notifications/jobs.ts'
import { carrierJobs } from '#features/sales/orders/parcels/carrier-jobs.ts'
import { issueDocuments } from '#features/money/documents/jobs.ts'
import { releaseReservations, runTimers } from '#features/sales/orders/jobs.ts'
import { sendOrderEmails } from '#features/sales/orders/emails/order-email-jobs.ts'
import { deleteOldWebhookEventsJob } from '#features/money/payments/jobs.ts'
import { findUnclearPayouts, sweepPayouts, transferPayouts } from '#features/money/payouts/jobs.ts'
import { emailDisputeJob } from '#features/money/refunds/disputes/dispute-jobs.ts'
import {
  emailRefundJob,
  emailManualRefundJob,
  sendDueRefunds,
  sendRefundJob,
} from '#features/money/refunds/jobs.ts'
import { forgetPictures, markBuyers } from '#features/catalogue/reviews/jobs.ts'
import { deleteOldRates } from '#features/sales/shipping/jobs.ts'
import { removeOldLogo } from '#features/catalogue/suppliers/jobs.ts'
import { pullStore, pushSelection } from '#features/stores/connections/jobs.ts'
import { findSupplierContact, findVerifiedSupplier } from '#features/catalogue/suppliers/service.ts'
import { tellWishNews } from '#features/catalogue/wishlist/jobs.ts'
import { forgetOldLimits } from '#platform/http/limits/limit-jobs.ts'
import { outboxOnly, smtpMailer } from '#platform/mail/mailer.ts'
import type { Job } from '#platform/jobs/job.ts'
import { carriersOf } from './carriers.ts'
import type { Desks } from './deps.ts'
import type { AppSetup } from './setup.ts'

/** Contact comes before the suppliers in the row of features: what it has to know of them is handed over. */
export const STORES = { find: findVerifiedSupplier, contactOf: findSupplierContact }

/** Every job of the marketplace; `secret` is the sandbox's. */
export function jobsOf(
  setup: AppSetup,
  { desks, secret }: Readonly<{ desks: Desks; secret: string }>,
): Job[] {
  const { accounts, payouts, stores } = desks
  return [
    ...mailJobs(setup),
    ...shopJobs(setup, desks, secret),
    ...chatJobs(setup),
    ...accountJobs(accounts),
    pushSelection(stores),
    pullStore(stores),
    sweepPayouts(payouts),
    transferPayouts(payouts),
    findUnclearPayouts(payouts),
  ]
}

function accountJobs(desk: AccountDesk): Job[] {
  return [mailLoginCode(desk), mailResetLink(desk), forgetDeadAccess(desk)]
}

function mailJobs({ config, mailer }: AppSetup): Job[] {
  const post = mailer ?? (config.smtpUrl ? smtpMailer(config.smtpUrl, config.mailFrom) : outboxOnly)
  return [
    sendOrderConfirmation(config.publicUrl),
    sendOrderLinkJob(config.publicUrl),
    sendOrderEmails({ publicUrl: config.publicUrl, supportEmail: config.company.supportEmail }),
    emailRefundJob(config.publicUrl),
    emailManualRefundJob(config.company.supportEmail),
    emailDisputeJob(config.company.supportEmail),
    sendCaseEmails({ publicUrl: config.publicUrl, supportEmail: config.company.supportEmail }),
    sendCaseReminder({ supportEmail: config.company.supportEmail }),
    mailMessage({ supportEmail: config.company.supportEmail, stores: STORES }),
    inviteSubscriber(config.publicUrl),
    welcomeSubscriber(config.publicUrl),
    forgetUnconfirmed,
    sendMails(post, /@([\w.-]+)/.exec(config.mailFrom)?.[1] ?? 'localhost', config.production),
    forgetSecretMails,
    sendNewsletter({ publicUrl: config.publicUrl, listNewPieces }),
    tellWishNews(config.publicUrl),
  ]
}

function shopJobs(setup: AppSetup, { till, orders }: Desks, secret: string): Job[] {
  const { config, send, files, pictures } = setup
  const carriers = carriersOf(setup)
  return [
    foldFigures,
    recountWords,
    releaseReservations,
    runTimers(orders),
    issueDocuments(config),
    runCaseTimers(orders),
    deleteUnattachedCasePictures(files),
    deleteCasePictureFiles(files),
    sendRefundJob(till.providers),
    sendDueRefunds(till.providers),
    ...(carriers ? carrierJobs({ carriers, files, desk: orders }) : []),
    deleteOldRates,
    forgetOldLimits,
    markBuyers,
    forgetPictures(files),
    forgetUploads(files),
    fetchPictures(files, pictures),
    removeOldLogo(files),
    pollPayments(till),
    runPendingWebhookEvents(till),
    closeIdlePages(till),
    deleteOldWebhookEventsJob,
    ...(config.sandboxPay ? [sendWebhookJob(send, secret), captureLatePaymentsJob] : []),
  ]
}

function chatJobs({ config, files }: AppSetup): Job[] {
  const mail = { publicUrl: config.publicUrl, supportEmail: config.company.supportEmail }
  return [findUnread, mailUnread(mail), mailStore(mail), mailReport(mail), removePictures(files), tidyChat]
}
