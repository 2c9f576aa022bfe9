import { lazySection } from '#web/shared/loading/lazy-section.tsx'

/** The search of wide screens: a form, which needs no scripts to begin with. On narrow ones it is not seen, nor fetched. */
export const lazyHeaderSearch = lazySection(
  async () => (await import('./header/header-search.tsx')).HeaderSearch,
)

/** The signed-in user, or the ways to do so, on wide screens. */
export const lazyHeaderAccount = lazySection(
  async () => (await import('./header/header-account.tsx')).HeaderAccount,
)

/** The choices at the top of wide screens. */
export const lazyHeaderSelectors = lazySection(
  async () => (await import('./header/header-selectors.tsx')).HeaderSelectors,
)

/** The links of wide screens, in their menu on narrow ones. */
export const lazyCategoryBar = lazySection(async () => (await import('./category-bar.tsx')).CategoryBar)

/** Seldom shown. */
export const lazyNotFound = lazySection(
  async () => (await import('#web/storefront/not-found/not-found-view.tsx')).NotFoundView,
)

/** Far below on nearly every page: links, and a form that works without scripts. */
export const lazyFooter = lazySection(async () => (await import('./footer.tsx')).Footer)

/** Loads the lazily hydrated parts of the frame, before the server renders a page. */
export async function prepareShell(): Promise<void> {
  await Promise.all(
    [lazyNotFound, lazyHeaderAccount, lazyHeaderSearch, lazyHeaderSelectors, lazyCategoryBar, lazyFooter].map(
      ({ prepare }) => prepare(),
    ),
  )
}
