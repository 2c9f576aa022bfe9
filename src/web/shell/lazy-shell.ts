import { lazySection } from '#web/shared/loading/lazy-section.tsx'

/** The search of wide screens: a form that works without scripts. On narrow screens it is hidden and not loaded. */
export const lazyHeaderSearch = lazySection(
  async () => (await import('./header/header-search.tsx')).HeaderSearch,
)

/** The signed-in user, or the links to sign in, on wide screens. */
export const lazyHeaderAccount = lazySection(
  async () => (await import('./header/header-account.tsx')).HeaderAccount,
)

/** The selectors at the top of wide screens. */
export const lazyHeaderSelectors = lazySection(
  async () => (await import('./header/header-selectors.tsx')).HeaderSelectors,
)

/** The links of wide screens; on narrow screens they are in the menu. */
export const lazyCategoryBar = lazySection(async () => (await import('./category-bar.tsx')).CategoryBar)

/** The 404 page, which is rarely shown. */
export const lazyNotFound = lazySection(
  async () => (await import('#web/storefront/not-found/not-found-view.tsx')).NotFoundView,
)

/** The footer, far below on nearly every page: links, and a form that works without scripts. */
export const lazyFooter = lazySection(async () => (await import('./footer.tsx')).Footer)

/** Loads the lazily hydrated components of the frame before the server renders a page. */
export async function prepareShell(): Promise<void> {
  await Promise.all(
    [lazyNotFound, lazyHeaderAccount, lazyHeaderSearch, lazyHeaderSelectors, lazyCategoryBar, lazyFooter].map(
      ({ prepare }) => prepare(),
    ),
  )
}
