import type { PageHead } from '#web/app/router/page.ts'
import { breadcrumbData, toGraph } from '#web/app/document/structured-data.ts'
import type { LoadedListing } from './load-listing.ts'
import { hasFilter, marketplaceHref, readMarketplaceSearch } from '../search/marketplace-search.ts'
import { categoryLabel } from '../product/category-names.ts'
import { socialPicturePath } from '../product/picture-sources.ts'
import type { MarketplaceSearch } from '../search/marketplace-search.ts'

/**
 * Returns the head of a listing under `path`. Its canonical URL has only the category and the page. Search results are
 * not indexed, as their number is unlimited.
 */
export function listingHead(
  path: string,
  title: string,
  { search, listing }: { search: MarketplaceSearch; listing: LoadedListing },
): PageHead {
  const { category } = search
  const label = category && categoryLabel(category)
  const page = Math.max(1, Math.min(search.page, listing.pages))
  const canonical = marketplaceHref(path, { ...EMPTY_SEARCH, category, page })
  const isUnlisted = hasFilter(search) || listing.failure !== undefined || listing.products.length === 0
  return {
    title: [label ?? title, ...(page > 1 ? [`page ${page}`] : [])].join(', '),
    description: label
      ? `${label} from verified suppliers, shipped directly to your customers. Filter by price, metal and stone.`
      : 'Rings, necklaces, earrings and more from verified suppliers. Search by name, price, metal and stone.',
    canonical,
    isUnlisted,
    ...(category ? firstPicture(listing) : {}),
    // Rendered on the server only: search engines read the server's HTML.
    ...(import.meta.env.SSR
      ? { jsonLd: (origin: string) => breadcrumbs(path, title, { category: label, origin }) }
      : {}),
    ...(listing.failure === undefined ? {} : { status: listing.isRefused ? 400 : 503 }),
  }
}

/** Returns the social preview of a category: the picture of its first product. */
function firstPicture({ products }: LoadedListing): Pick<PageHead, 'image' | 'imageAlt'> {
  const [first] = products
  const picture = first?.product_images[0]
  const image = socialPicturePath(picture)
  return first && picture && image ? { image, imageAlt: picture.alt || first.name } : {}
}

const EMPTY_SEARCH = readMarketplaceSearch({})

function breadcrumbs(
  path: string,
  title: string,
  { category, origin }: { category: string | undefined; origin: string },
): object {
  const crumbPath = category ? [{ label: title, href: path }, { label: category }] : [{ label: title }]
  return toGraph(breadcrumbData([{ label: 'Home', href: '/' }, ...crumbPath], origin))
}
