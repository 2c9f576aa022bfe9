import { ChevronDown, SlidersHorizontal } from 'lucide'
import { Icon } from '#web/ui/icon.tsx'
import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import type { MouseEvent, RefObject } from 'react'
import { Link } from '#web/ui/link.tsx'
import { filtersExceptCategory, FACET_TITLES, isFacetSelected, toggleFacet } from './facet-filters.ts'
import type { Facet } from './facet-filters.ts'
import { ProductCount, FacetOptions } from './facet-options.tsx'
import type { FacetContext } from './facet-options.tsx'
import type { FacetPanelData } from '../listing/load-search-listing.ts'
import { marketplaceHref } from '../search/marketplace-search.ts'
import type { MarketplaceSearch } from '../search/marketplace-search.ts'

// Loaded only when the filter button is tapped on a narrow screen.
const FacetDrawer = lazy(() => import('./facet-drawer.tsx').then((file) => ({ default: file.FacetDrawer })))

/**
 * Renders the facets of the listing under `path`, except categories, which are shown as chips. On wide screens they are
 * a bar of lists that open below their names, on narrow screens a drawer. It consists of links and forms only, so it
 * works before hydration.
 */
export function FacetPanel(props: { path: string; search: MarketplaceSearch; panel: FacetPanelData }) {
  const { path, search, panel } = props
  const context = { path, search, isCapped: panel.isCapped }
  const [drawer, setDrawer] = useState<'unused' | 'open' | 'closed'>('unused')
  const root = useRef<HTMLElement>(null)
  useCloseDetails(root)

  function openDrawer(event: MouseEvent): void {
    event.preventDefault()
    setDrawer('open')
  }

  const facets = panel.facets.filter(({ name }) => name !== 'category')
  const activeCount = filtersExceptCategory(search, facets).length
  return (
    <section ref={root} aria-label="Filters">
      <details className="facet-fold">
        <summary onClick={openDrawer} className="facet-name w-fit lg:hidden">
          <Icon shapes={SlidersHorizontal} aria-hidden="true" className="size-4" strokeWidth={1.5} />
          {activeCount === 0 ? 'Filters' : `Filters (${activeCount})`}
        </summary>
        <div className="flex flex-col gap-2 pt-3 lg:flex-row lg:flex-wrap lg:pt-0">
          {facets.map((facet) => (
            <FacetEntry key={facet.name} facet={facet} place={context} />
          ))}
        </div>
      </details>
      {drawer !== 'unused' && (
        <Suspense>
          <FacetDrawer
            isOpen={drawer === 'open'}
            onClose={() => setDrawer('closed')}
            facets={facets}
            total={panel.total}
            place={context}
          />
        </Suspense>
      )}
    </section>
  )
}

function FacetEntry({ facet, place }: { facet: Facet; place: FacetContext }) {
  if (facet.name === 'inStock' || facet.name === 'onOffer') return <FacetSwitch facet={facet} place={place} />
  const title = FACET_TITLES[facet.name]
  const count = facet.options.filter(({ value }) => isFacetSelected(place.search, facet.name, value)).length
  return (
    // All share one name: opening one closes the others, even without scripts.
    <details name="facet" className="relative" data-facet={facet.name}>
      <summary className="facet-name" data-chosen={count > 0 || undefined}>
        {title}
        {count > 0 && <span className="tabular-nums">({count})</span>}
        <Icon shapes={ChevronDown} aria-hidden="true" className="size-3.5" strokeWidth={1.5} />
      </summary>
      <div className="facet-sheet">
        <FacetOptions facet={facet} place={place} />
      </div>
    </details>
  )
}

/** Renders a facet with a single option as a switch. */
export function FacetSwitch({ facet: { name, options }, place }: { facet: Facet; place: FacetContext }) {
  const { path, search, isCapped } = place
  const [option] = options
  if (!option) return null
  const isOn = isFacetSelected(search, name, option.value)
  return (
    <Link
      href={marketplaceHref(path, toggleFacet(search, name, option.value))}
      rel="nofollow"
      aria-current={isOn ? 'true' : undefined}
      data-chosen={isOn || undefined}
      className="facet-name"
    >
      {option.label} <ProductCount count={option.count} isCapped={isCapped} />
    </Link>
  )
}

/** Closes an open list on Escape, which returns the focus to its name, and on a press or focus elsewhere. */
function useCloseDetails(root: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const openOnes = () =>
      root.current?.querySelectorAll<HTMLDetailsElement>('details[name="facet"][open]') ?? []
    function closeOutside({ target }: Event): void {
      for (const one of openOnes()) if (target instanceof Node && !one.contains(target)) one.open = false
    }
    function escape({ key }: KeyboardEvent): void {
      if (key !== 'Escape') return
      for (const one of openOnes()) {
        one.open = false
        one.querySelector('summary')?.focus()
      }
    }
    document.addEventListener('pointerdown', closeOutside)
    document.addEventListener('focusin', closeOutside)
    document.addEventListener('keydown', escape)
    return () => {
      document.removeEventListener('pointerdown', closeOutside)
      document.removeEventListener('focusin', closeOutside)
      document.removeEventListener('keydown', escape)
    }
  }, [root])
}
