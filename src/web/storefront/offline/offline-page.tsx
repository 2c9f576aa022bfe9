import { page } from '#web/app/page.ts'
import { OfflineView } from './offline-view.tsx'

/** /offline: kept by the browser, and shown in place of a page that cannot be had without a connection. */
export const offlinePage = page({
  head: () => ({
    title: 'You are offline',
    description: 'The pages you saw last and your cart are still here.',
    isUnlisted: true,
  }),
  View: OfflineView,
})
