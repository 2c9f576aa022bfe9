import { late } from '#web/shared/loading/lazy.tsx'

/** The search of wide screens: a form, which needs no scripts to begin with. On narrow ones it is not seen, nor fetched. */
export const lateHeaderSearch = late(async () => (await import('./header/header-search.tsx')).HeaderSearch)

/** The choices at the top of wide screens. */
export const lateSelectors = late(async () => (await import('./header/header-selectors.tsx')).HeaderSelectors)

/** The links of wide screens, in their menu on narrow ones. */
export const lateCategoryBar = late(async () => (await import('./category-bar.tsx')).CategoryBar)

/** Far below on nearly every page: links, and a form that works without scripts. */
export const lateFooter = late(async () => (await import('./footer.tsx')).Footer)

/** Fetches what of the frame wakes up late: the server awaits it before it draws a page. */
export async function prepareShell(): Promise<void> {
  await Promise.all(
    [lateHeaderSearch, lateSelectors, lateCategoryBar, lateFooter].map(({ prepare }) => prepare()),
  )
}
