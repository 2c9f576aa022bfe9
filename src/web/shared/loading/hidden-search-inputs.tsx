import { marketplaceQuery } from '../search/marketplace-search.ts'
import type { MarketplaceSearch } from '../search/marketplace-search.ts'

/** The rest of a search, unseen in a GET form that changes the parameters `but`; it starts at its first page again. */
export function HiddenSearchInputs({ search, but }: { search: MarketplaceSearch; but: readonly string[] }) {
  const hiddenInputs = Object.entries(marketplaceQuery({ ...search, page: 1 })).filter(
    ([name]) => !but.includes(name),
  )
  return hiddenInputs.map(([name, value]) => <input key={name} type="hidden" name={name} value={value} />)
}
