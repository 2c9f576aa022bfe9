import { page } from '#web/app/router/page.ts'
import { UiView } from './ui-view.tsx'

/** The page /dev/ui, outside production: every component of `web/ui` in its states. */
export const uiPage = page({
  head: () => ({ title: 'Interface components', isUnlisted: true }),
  View: UiView,
})
