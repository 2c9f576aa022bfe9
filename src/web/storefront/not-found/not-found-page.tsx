import { pageNotFound } from '#web/app/router/navigation.ts'
import { page } from '#web/app/router/page.ts'
import { NotFoundView } from './not-found-view.tsx'

/** /404: what every unknown address shows, with the status that says so. */
export const notFoundPage = page({
  load: async (): Promise<null> => {
    throw pageNotFound()
  },
  head: () => ({ title: 'Page not found', isUnlisted: true }),
  View: NotFoundView,
})
