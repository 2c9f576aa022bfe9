import { pageNotFound } from '#web/app/router/navigation.ts'
import { page } from '#web/app/router/page.ts'
import { NotFoundView } from './not-found-view.tsx'

/** /404: the page of every unknown address, with the status 404. */
export const notFoundPage = page({
  load: async (): Promise<null> => {
    throw pageNotFound()
  },
  head: () => ({ title: 'Page not found', isUnlisted: true }),
  View: NotFoundView,
})
