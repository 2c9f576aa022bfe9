import { ChevronDown } from 'lucide'
import { Icon } from '#web/ui/icon.tsx'
import { Button } from '#web/ui/button.tsx'
import { Drawer } from '#web/ui/drawer.tsx'
import { FACET_TITLES, isFacetSelected } from './facet-filters.ts'
import type { Facet } from './facet-filters.ts'
import { FacetOptions } from './facet-options.tsx'
import type { FacetContext } from './facet-options.tsx'
import { FacetSwitch } from './facet-panel.tsx'

/**
 * Renders the facets on narrow screens. Each choice updates the list behind the drawer, and its button shows the number
 * of products.
 */
export function FacetDrawer(props: {
  isOpen: boolean
  onClose: () => void
  facets: readonly Facet[]
  total: number
  place: FacetContext
}) {
  const { isOpen, onClose, facets, total, place } = props
  const isSwitch = ({ name }: Facet) => name === 'inStock' || name === 'onOffer'
  return (
    <Drawer isOpen={isOpen} onClose={onClose} title="Filters">
      <div className="mt-2 flex flex-wrap gap-2 border-b border-line pb-4">
        {facets.filter(isSwitch).map((facet) => (
          <FacetSwitch key={facet.name} facet={facet} place={place} />
        ))}
      </div>
      {facets
        .filter((facet) => !isSwitch(facet))
        .map((facet) => (
          <details
            key={facet.name}
            className="group border-b border-line py-1"
            open={facet.options.some(({ value }) => isFacetSelected(place.search, facet.name, value))}
          >
            <summary className="flex min-h-11 cursor-pointer items-center justify-between text-base">
              {FACET_TITLES[facet.name]}
              <Icon
                shapes={ChevronDown}
                aria-hidden="true"
                className="size-4 transition-transform group-open:rotate-180"
                strokeWidth={1.5}
              />
            </summary>
            <div className="-mx-3 pb-3">
              <FacetOptions facet={facet} place={place} />
            </div>
          </details>
        ))}
      <div className="sticky bottom-0 mt-auto bg-sheet pt-6 pb-2">
        <Button wide onClick={onClose}>
          {total === 1
            ? 'Show 1 product'
            : `Show ${total.toLocaleString('en-US')}${place.isCapped ? '+' : ''} products`}
        </Button>
      </div>
    </Drawer>
  )
}
