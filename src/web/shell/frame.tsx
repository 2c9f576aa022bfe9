import type { MouseEvent } from 'react'
import { Outlet } from '@tanstack/react-router'
import { Header } from './header/header.tsx'
import { lazyFooter } from './lazy-shell.ts'
import { RouteAnnouncer } from './route-announcer.tsx'

const { View: Footer } = lazyFooter

/** Lets the queue of early clicks know that React delivers this one (`app/hydration/early-clicks.ts`). */
function tellDelivery({ nativeEvent }: MouseEvent): void {
  dispatchEvent(new CustomEvent('click-delivered', { detail: nativeEvent }))
}

/** The frame of every page: header, footer, and what happens when the page changes. */
export function Frame() {
  return (
    <>
      <a href="#main" className="skip-link">
        Skip to content
      </a>
      <RouteAnnouncer />
      <div className="flex min-h-dvh flex-col" onClickCapture={tellDelivery}>
        <Header />
        <main id="main" tabIndex={-1} className="flex-1">
          <Outlet />
        </main>
        <Footer className="" />
      </div>
    </>
  )
}
