import { page } from '#web/app/router/page.ts'
import { UiView } from './ui-view.tsx'

/** /dev/ui, outside production: every part of `web/ui` in its states. */
export const uiPage = page({
  head: () => ({ title: 'Interface components', isUnlisted: true }),
  View: UiView,
})
