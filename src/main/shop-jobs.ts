import { bringLateMoney, sendNotice } from '#connectors/sandbox-pay/notices.ts'
import { forgetDeadAccess, mailLoginCode, mailResetLink } from '#features/accounts/jobs.ts'
import type { AccountDesk } from '#features/accounts/port.ts'
import { foldFigures, recountWords } from '#features/catalog/jobs.ts'
import { listNewPieces } from '#features/catalog/service.ts'
import {
  findUnread,
  mailReport,
  mailStore,
  mailUnread,
  removePictures,
  tidyChat,
} from '#features/chat/jobs.ts'
import { mailPaidOrder, pollPayments } from '#features/checkout/jobs.ts'
import {
  forgetUnconfirmed,
  inviteSubscriber,
  mailMessage,
  sendNewsletter,
  welcomeSubscriber,
} from '#features/contact/jobs.ts'
import { forgetSecretMails, sendMails } from '#features/notifications/jobs.ts'
import { mailNews, releaseReservations, runTimers } from '#features/orders/jobs.ts'
import { forgetPictures, markBuyers } from '#features/reviews/jobs.ts'
import { forgetOldRates } from '#features/shipping/jobs.ts'
import { findSupplierContact, findVerifiedSupplier } from '#features/suppliers/service.ts'
import { tellWishNews } from '#features/wishlist/jobs.ts'
import { forgetOldLimits } from '#platform/http/limit-jobs.ts'
import { outboxOnly, smtpMailer } from '#platform/mail/mailer.ts'
import { COMPANY } from '#web/content/company.ts'
import type { Till } from '#features/checkout/service.ts'
import type { Config } from '#platform/config.ts'
import type { Job } from '#platform/jobs/job.ts'
import type { AppSetup } from './setup.ts'

/** Contact comes before the suppliers in the row of features: what it has to know of them is handed over. */
export const STORES = { find: findVerifiedSupplier, contactOf: findSupplierContact }

/** What the jobs are handed: how payments are made, what accounts need, and the secret of the sandbox. */
export type JobSetup = Readonly<{ till: Till; desk: AccountDesk; secret: string }>

/** Every job of the marketplace. */
export function jobsOf(setup: AppSetup, { till, desk, secret }: JobSetup): Job[] {
  return [
    ...mailJobs(setup),
    ...shopJobs(setup, till, secret),
    ...chatJobs(setup),
    ...accountJobs(desk),
    ...(setup.moreJobs ?? []),
  ]
}

function accountJobs(desk: AccountDesk): Job[] {
  return [mailLoginCode(desk), mailResetLink(desk), forgetDeadAccess(desk)]
}

function mailJobs({ config, mailer }: AppSetup): Job[] {
  const post = mailer ?? (config.smtpUrl ? smtpMailer(config.smtpUrl, config.mailFrom) : outboxOnly)
  return [
    mailPaidOrder(config.publicUrl),
    mailNews(config.publicUrl),
    mailMessage({ supportEmail: supportEmail(config), stores: STORES }),
    inviteSubscriber(config.publicUrl),
    welcomeSubscriber(config.publicUrl),
    forgetUnconfirmed,
    sendMails(post, /@([\w.-]+)/.exec(config.mailFrom)?.[1] ?? 'localhost', config.production),
    forgetSecretMails,
    sendNewsletter({ publicUrl: config.publicUrl, listNewPieces }),
    tellWishNews(config.publicUrl),
  ]
}

function shopJobs({ config, send, files }: AppSetup, till: Till, secret: string): Job[] {
  return [
    foldFigures,
    recountWords,
    releaseReservations,
    runTimers({ enqueue: till.enqueue }),
    forgetOldRates,
    forgetOldLimits,
    markBuyers,
    forgetPictures(files),
    pollPayments(till),
    ...(config.sandboxPay ? [sendNotice(send, secret), bringLateMoney] : []),
  ]
}

function chatJobs({ config, files }: AppSetup): Job[] {
  const mail = { publicUrl: config.publicUrl, supportEmail: supportEmail(config) }
  return [findUnread, mailUnread(mail), mailStore(mail), mailReport(mail), removePictures(files), tidyChat]
}

function supportEmail(config: Config): string {
  return config.supportEmail ?? COMPANY.supportEmail
}
