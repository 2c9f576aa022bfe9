import type { AccountDeps, AccountDataSource } from '#features/identity/accounts/port.ts'
import { socialData, termsData } from '#features/identity/accounts/service.ts'
import { eraseCases, exportCases } from '#features/sales/cases/service.ts'
import { exportOrders } from '#features/sales/checkout/service.ts'
import { eraseConversations, exportConversations } from '#features/messaging/chat/service.ts'
import {
  erasePreferences,
  eraseEmails,
  exportPreferences,
  exportEmails,
  renderEmail,
  sendEmails,
} from '#features/messaging/notifications/service.ts'
import { exportPayouts } from '#features/money/payouts/service.ts'
import { anonymizeReviews, exportReviews } from '#features/catalogue/reviews/service.ts'
import { eraseWishlist, exportWishlist } from '#features/catalogue/wishlist/service.ts'
import { deleteAddresses, readAddresses } from '#features/sales/shipping/service.ts'
import { eraseStoreData, exportStoreData } from '#features/stores/connections/service.ts'
import { closeStore, exportStore, createStore } from '#features/catalogue/suppliers/service.ts'
import type { Enqueue } from '#platform/jobs/job.ts'

/**
 * Returns every feature that stores data about accounts: what it exports when they ask for their data, and what it deletes
 * when they close their account. A feature that stores more adds a line.
 */
function listDataHolders(enqueue: Enqueue, clock: () => Date): readonly AccountDataSource[] {
  return [
    socialData,
    termsData,
    { name: 'store', collect: exportStore, forget: (tx, ownerId) => closeStore(tx, { ownerId, enqueue }) },
    { name: 'addresses', collect: readAddresses, forget: deleteAddresses },
    // Orders stay: suppliers and taxes need them. They are no longer anybody's whom the shop knows.
    { name: 'orders', collect: exportOrders, forget: () => Promise.resolve() },
    // So do payouts, and where they went: what is still due is paid, and the books say to whom.
    { name: 'payouts', collect: exportPayouts, forget: () => Promise.resolve() },
    {
      name: 'cases',
      collect: exportCases,
      forget: (tx, accountId) => eraseCases(tx, { accountId, enqueue, now: clock() }),
    },
    { name: 'reviews', collect: exportReviews, forget: anonymizeReviews },
    { name: 'connectedStores', collect: exportStoreData, forget: eraseStoreData },
    { name: 'wishlist', collect: exportWishlist, forget: eraseWishlist },
    {
      name: 'conversations',
      collect: exportConversations,
      forget: (tx, accountId) => eraseConversations(tx, { accountId, enqueue, now: clock() }),
    },
    { name: 'mails', collect: exportEmails, forget: eraseEmails },
    { name: 'notificationChoices', collect: exportPreferences, forget: erasePreferences },
  ]
}

/** What accounts need of the features that come after them in the row. */
export function createAccountDeps(
  input: Pick<AccountDeps, 'publicUrl' | 'codeSecret' | 'termsVersion'> & { clock: () => Date },
  enqueue: Enqueue,
): AccountDeps {
  const { clock, ...settings } = input
  return {
    ...settings,
    enqueue,
    createStore,
    holders: listDataHolders(enqueue, clock),
    post: async (tx, emails, now) => {
      const outgoing = emails.map(({ key, to, message, isSecret }) => ({
        key,
        to,
        isSecret,
        ...renderEmail({ ...message, tables: [] }),
      }))
      await sendEmails(tx, { mails: outgoing, now, enqueue })
    },
  }
}
