import { Outlet } from '@tanstack/react-router'
import { Footer } from './footer.tsx'
import { Header } from './header.tsx'
import { RouteAnnouncer } from './route-announcer.tsx'

/** The frame of every page: header, footer, and what happens when the page changes. */
export function Frame() {
  return (
    <>
      <a href="#main" className="skip-link">
        Skip to the content
      </a>
      <RouteAnnouncer />
      <div className="flex min-h-dvh flex-col">
        <Header />
        <main id="main" tabIndex={-1} className="flex-1">
          <Outlet />
        </main>
        <Footer />
      </div>
    </>
  )
}
