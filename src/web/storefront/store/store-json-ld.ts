import { picturePath } from '#web/shared/product/picture-sources.ts'
import { breadcrumbData, graphOf } from '#web/app/structured-data.ts'
import type { LoadedStore } from './load-store.ts'
import { storeHref } from './store-search.ts'

/**
 * A supplier's store for search engines (schema.org/Store) and the way to it. A rating is only told where somebody has rated.
 * `origin` makes addresses whole.
 */
export function storeJsonLd({ store, pictures }: LoadedStore, origin: string): object {
  const { rating, ratingCount } = store.measured
  const href = storeHref({ id: store.id })
  return graphOf(
    {
      '@type': 'Store',
      '@id': origin + href,
      name: store.name,
      url: origin + href,
      ...(store.story ? { description: store.story } : {}),
      ...(pictures.length > 0 ? { image: pictures.map((picture) => origin + picturePath(picture)) } : {}),
      address: {
        '@type': 'PostalAddress',
        addressCountry: store.country,
        ...(store.city ? { addressLocality: store.city } : {}),
      },
      ...(ratingCount > 0
        ? { aggregateRating: { '@type': 'AggregateRating', ratingValue: rating, ratingCount } }
        : {}),
    },
    breadcrumbData(
      [{ label: 'Home', href: '/' }, { label: 'Marketplace', href: '/marketplace' }, { label: store.name }],
      origin,
    ),
  )
}
