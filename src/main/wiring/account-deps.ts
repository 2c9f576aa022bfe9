import type { AccountDesk, DataHolder } from '#features/identity/accounts/port.ts'
import { socialData, termsData } from '#features/identity/accounts/service.ts'
import { eraseCases, exportCases } from '#features/sales/cases/service.ts'
import { collectOrders } from '#features/sales/checkout/service.ts'
import { eraseConversations, exportConversations } from '#features/messaging/chat/service.ts'
import {
  eraseChoices,
  eraseMails,
  exportChoices,
  exportMails,
  layout,
  postMails,
} from '#features/messaging/notifications/service.ts'
import { exportPayouts } from '#features/money/payouts/service.ts'
import { anonymiseReviews, exportReviews } from '#features/catalogue/reviews/service.ts'
import { eraseWishlist, exportWishlist } from '#features/catalogue/wishlist/service.ts'
import { deleteAddresses, readAddresses } from '#features/sales/shipping/service.ts'
import { eraseStores, exportStores } from '#features/stores/connections/service.ts'
import { closeStore, findOwnStore, foundStore } from '#features/catalogue/suppliers/service.ts'
import type { Enqueue } from '#platform/jobs/job.ts'

/**
 * Every part of the shop that keeps something about people: what it tells them when they ask for their data, and what it
 * forgets when they close their account. Whoever keeps more adds a line.
 */
function dataHolders(enqueue: Enqueue, clock: () => Date): readonly DataHolder[] {
  return [
    socialData,
    termsData,
    { name: 'store', collect: findOwnStore, forget: (tx, ownerId) => closeStore(tx, { ownerId, enqueue }) },
    { name: 'addresses', collect: readAddresses, forget: deleteAddresses },
    // Orders stay: suppliers and taxes need them. They are no longer anybody's whom the shop knows.
    { name: 'orders', collect: collectOrders, forget: () => Promise.resolve() },
    // So do payouts, and where they went: what is still due is paid, and the books say to whom.
    { name: 'payouts', collect: exportPayouts, forget: () => Promise.resolve() },
    {
      name: 'cases',
      collect: exportCases,
      forget: (tx, personId) => eraseCases(tx, { personId, enqueue, now: clock() }),
    },
    { name: 'reviews', collect: exportReviews, forget: anonymiseReviews },
    { name: 'connectedStores', collect: exportStores, forget: eraseStores },
    { name: 'wishlist', collect: exportWishlist, forget: eraseWishlist },
    {
      name: 'conversations',
      collect: exportConversations,
      forget: (tx, personId) => eraseConversations(tx, { personId, enqueue, now: clock() }),
    },
    { name: 'mails', collect: exportMails, forget: eraseMails },
    { name: 'notificationChoices', collect: exportChoices, forget: eraseChoices },
  ]
}

/** What accounts need of the features that come after them in the row. */
export function accountDesk(
  given: Pick<AccountDesk, 'publicUrl' | 'codeSecret' | 'termsVersion'> & { clock: () => Date },
  enqueue: Enqueue,
): AccountDesk {
  const { clock, ...settings } = given
  return {
    ...settings,
    enqueue,
    foundStore,
    holders: dataHolders(enqueue, clock),
    post: async (tx, mails, now) => {
      const outgoing = mails.map(({ key, to, letter, isSecret }) => ({
        key,
        to,
        isSecret,
        ...layout({ ...letter, tables: [] }),
      }))
      await postMails(tx, { mails: outgoing, now, enqueue })
    },
  }
}
