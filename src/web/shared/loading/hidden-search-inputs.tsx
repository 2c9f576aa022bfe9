import { marketplaceQuery } from '../search/marketplace-search.ts'
import type { MarketplaceSearch } from '../search/marketplace-search.ts'

/**
 * Renders the other parameters of a search as hidden inputs of a GET form. It omits the parameters in `but` and the
 * page number.
 */
export function HiddenSearchInputs({ search, but }: { search: MarketplaceSearch; but: readonly string[] }) {
  const hiddenInputs = Object.entries(marketplaceQuery({ ...search, page: 1 })).filter(
    ([name]) => !but.includes(name),
  )
  return hiddenInputs.map(([name, value]) => <input key={name} type="hidden" name={name} value={value} />)
}
