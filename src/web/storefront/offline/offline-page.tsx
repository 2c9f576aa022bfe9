import { page } from '#web/app/router/page.ts'
import { OfflineView } from './offline-view.tsx'

/** /offline: cached by the browser and shown instead of a page that needs a connection. */
export const offlinePage = page({
  head: () => ({
    title: 'You are offline',
    description: 'You can still see recently viewed pages and your cart.',
    isUnlisted: true,
  }),
  View: OfflineView,
})
