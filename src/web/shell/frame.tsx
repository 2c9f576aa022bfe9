import { type MouseEvent, useEffect, useRef, useState } from 'react'
import { Outlet, useMatches, useRouter, useRouterState } from '@tanstack/react-router'
import { Header } from './header/header.tsx'
import { lazyFooter } from './lazy-shell.ts'
import { readSavedScroll } from '#web/shared/loading/saved-scroll.ts'
import { LiveRegion } from '#web/ui/live-region.tsx'

const { View: Footer } = lazyFooter

/** Notifies the queue of early clicks that React handles this click (`app/hydration/early-clicks.ts`). */
function tellDelivery({ nativeEvent }: MouseEvent): void {
  dispatchEvent(new CustomEvent('click-delivered', { detail: nativeEvent }))
}

/**
 * Renders the frame of every page: header, footer, and the reactions to navigation. Consoles render their own frame.
 */
export function Frame() {
  const isConsole = useMatches({
    select: (matches) => matches.some(({ staticData }) => staticData.frame),
  })
  return (
    <>
      <a href="#main" className="skip-link">
        Skip to content
      </a>
      <RouteAnnouncer />
      <div className={isConsole ? 'console' : 'flex min-h-dvh flex-col'} onClickCapture={tellDelivery}>
        {isConsole ? (
          <Outlet />
        ) : (
          <>
            <Header />
            <main id="main" tabIndex={-1} className="flex-1">
              <Outlet />
            </main>
            <Footer className="" />
          </>
        )}
      </div>
    </>
  )
}

/**
 * Handles a page change as browsers do: scroll, focus, announcement, and a progress line. It scrolls to the top
 * (ROUTE-02) or to the anchor, focuses the content, announces the title, and shows a thin line at the top while
 * loading.
 */
function RouteAnnouncer() {
  const router = useRouter()
  const isLoading = useRouterState({ select: (state) => state.isLoading })
  const path = useRef<string>(undefined)
  const entry = useRef<string>(undefined)
  const [title, setTitle] = useState('')

  useEffect(() => {
    const { location: first } = router.state
    path.current ??= first.pathname
    entry.current ??= first.state.__TSR_key
    return router.subscribe('onRendered', ({ toLocation }) => {
      updateHead(router.state.matches.at(-1)?.meta ?? [])
      const { __TSR_key: key } = toLocation.state
      // A reload of the same page does not scroll, even if its address has an anchor.
      if (key !== undefined && key === entry.current) return
      entry.current = key
      const isNewPath = toLocation.pathname !== path.current
      path.current = toLocation.pathname
      if (toLocation.hash) return scrollToPart(toLocation.hash)
      if (!isNewPath) return
      if (!hasSavedScroll(key)) window.scrollTo({ top: 0, behavior: 'instant' })
      document.getElementById('main')?.focus({ preventScroll: true })
      setTitle(document.title)
    })
  }, [router])

  return (
    <>
      <div aria-hidden="true" className="route-progress" data-loading={isLoading || undefined} />
      <LiveRegion message={title} />
    </>
  )
}

/** Returns whether the page has a saved scroll position, which the page itself restores. */
function hasSavedScroll(entry: string | undefined): boolean {
  return entry !== undefined && readSavedScroll(entry) !== undefined
}

/** Updates title and description. The server renders the whole head; after a navigation only these two matter. */
function updateHead(tags: readonly (MetaTag | undefined)[]): void {
  const title = tags.find((tag) => tag?.title)?.title
  const description = tags.find((tag) => tag?.name === 'description')?.content
  if (title) document.title = title
  if (description) document.querySelector('meta[name="description"]')?.setAttribute('content', description)
}

type MetaTag = Readonly<{
  title?: string | undefined
  name?: string | undefined
  content?: string | undefined
}>

function scrollToPart(id: string): void {
  const target = document.getElementById(id)
  target?.scrollIntoView()
  target?.focus({ preventScroll: true })
}
