import { useGo } from '#web/app/navigation.ts'
import { Button } from '#web/ui/button.tsx'
import { Select } from '#web/ui/field.tsx'
import { KeptInputs } from '../loading/saved-inputs.tsx'
import { SORT_LABELS, marketplaceHref, presentSearch, withSort } from '../search/marketplace-search.ts'
import type { MarketplaceSearch } from '../search/marketplace-search.ts'

/** The order of the listing under `path`: changes at once, and by its button before the page is awake. */
export function SortSelect({ path, search }: { path: string; search: MarketplaceSearch }) {
  const go = useGo()
  return (
    <form action={path} method="get" className="flex items-end gap-2">
      <KeptInputs search={search} but={['sort']} />
      <Select
        label="Sort by"
        hideLabel
        name="sort"
        key={search.sort}
        defaultValue={search.sort}
        className="w-48"
        onChange={(event) =>
          void go(marketplaceHref(path, withSort(presentSearch(), event.currentTarget.value)))
        }
      >
        {search.productName !== '' && <option value="relevance">Most relevant</option>}
        {Object.entries(SORT_LABELS).map(([sort, label]) => (
          <option key={sort} value={sort}>
            {label}
          </option>
        ))}
      </Select>
      <noscript>
        <Button type="submit" look="outline">
          Sort
        </Button>
      </noscript>
    </form>
  )
}
