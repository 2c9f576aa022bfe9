import { useEffect, useState, useSyncExternalStore } from 'react'
import { cartTotalCents } from '#web/shared/cart/cart-items.ts'
import { useCart, useIsCartRead } from '#web/shared/cart/cart-store.ts'
import { buttonClass } from '#web/ui/button.tsx'
import { CartPanel } from '../checkout/cart/cart-panel.tsx'
import { CACHES, CACHED_AT_HEADER, CACHED_TITLE_HEADER } from '../../app/offline/cache-names.ts'

/** Renders the offline page: retry, recently viewed products, and the cart. */
export function OfflineView() {
  const requestedPath = useSyncExternalStore(subscribeToHash, readRequestedPath, () => '/')
  const cachedPages = useCachedPages()
  return (
    <div className="page-width grid gap-12 py-12 md:py-20 lg:grid-cols-12 lg:gap-16">
      <section className="flex flex-col items-start gap-4 lg:col-span-7">
        <p className="eyebrow">No connection</p>
        <h1 className="text-2xl">You are offline</h1>
        <p className="max-w-prose text-ink-soft">
          This page needs a connection. You can still see your cart and recently viewed pages.
        </p>
        {/* A plain link, so that the page is requested again. */}
        <a href={requestedPath} className={`mt-2 ${buttonClass({})}`}>
          Try again
        </a>
        <CachedPages pages={cachedPages} />
      </section>
      <div className="lg:col-span-5">
        <OfflineCart />
      </div>
    </div>
  )
}

function CachedPages({ pages }: { pages: readonly CachedPage[] }) {
  if (pages.length === 0) return null
  return (
    <nav aria-labelledby="cached-pages" className="mt-8 w-full">
      <h2 id="cached-pages" className="text-lg">
        Recently viewed
      </h2>
      <ul className="mt-3 divide-y divide-line border-y border-line">
        {pages.map(({ href, title, at }) => (
          <li key={href}>
            <a
              href={href}
              className="flex min-h-12 flex-wrap items-baseline justify-between gap-x-6 py-3 hover:text-accent"
            >
              <span className="min-w-0 wrap-anywhere">{title}</span>
              <time dateTime={at} className="text-xs text-ink-soft tabular-nums">
                {new Date(at).toLocaleString([], { dateStyle: 'medium', timeStyle: 'short' })}
              </time>
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}

/** Renders the cart, which is stored in the browser. It can be changed offline; paying needs a connection. */
function OfflineCart() {
  const items = useCart()
  if (!useIsCartRead() || items.length === 0) return null
  const subtotal = cartTotalCents(items)
  return (
    <>
      <CartPanel items={items} totals={{ subtotal, shipping: 0, total: subtotal }} changes={NO_CHANGES} />
      <p className="mt-4 text-sm text-ink-soft">
        Prices and stock may have changed. You can check out when you are back online.
      </p>
    </>
  )
}

const NO_CHANGES: readonly string[] = []

function useCachedPages(): readonly CachedPage[] {
  const [pages, setPages] = useState<readonly CachedPage[]>([])
  useEffect(() => {
    listCachedPages().then(setPages, () => undefined)
  }, [])
  return pages
}

/** Returns the requested page, which is in the address's hash; only paths of the shop are accepted. */
function readRequestedPath(): string {
  const path = location.hash.slice(1)
  return /^\/(?![/\\])/.test(path) ? path : '/'
}

function subscribeToHash(listener: () => void): () => void {
  window.addEventListener('hashchange', listener)
  return () => window.removeEventListener('hashchange', listener)
}

/** A page that can be viewed offline: its address, its title, and when it was cached (ISO 8601). */
type CachedPage = Readonly<{ href: string; title: string; at: string }>

/** Returns the pages that this browser has cached, latest first; empty without a cache. */
async function listCachedPages(): Promise<readonly CachedPage[]> {
  if (!('caches' in window) || !(await caches.has(CACHES.pages))) return []
  const cache = await caches.open(CACHES.pages)
  const pages = await Promise.all(
    (await cache.keys()).map(async (request) => toCachedPageEntry(request.url, await cache.match(request))),
  )
  return pages.flatMap((page) => page ?? []).toSorted((a, b) => b.at.localeCompare(a.at))
}

function toCachedPageEntry(url: string, response: Response | undefined): CachedPage | undefined {
  const { pathname, search } = new URL(url)
  const cachedAt = response?.headers.get(CACHED_AT_HEADER)
  if (!response || !cachedAt) return undefined
  const title = decodeURIComponent(response.headers.get(CACHED_TITLE_HEADER) ?? '').replace(/ · [^·]+$/, '')
  return { href: pathname + search, title: title || pathname, at: cachedAt }
}
