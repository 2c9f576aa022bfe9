import { storeHref } from './store-search.ts'
import type { LoadedStore } from './load-store.ts'

/** A store for search engines (schema.org/OnlineStore) and the way to it. A rating is only told where somebody has rated. */
export function storeJsonLd({ store, pictures }: LoadedStore): object {
  const { rating, ratingCount } = store.measured
  return {
    '@context': 'https://schema.org',
    '@graph': [
      {
        '@type': 'OnlineStore',
        name: store.name,
        url: storeHref({ id: store.id }),
        ...(store.story ? { description: store.story } : {}),
        image: pictures.map((picture) => picture.image_url),
        address: {
          '@type': 'PostalAddress',
          addressCountry: store.country,
          ...(store.city ? { addressLocality: store.city } : {}),
        },
        ...(ratingCount > 0
          ? { aggregateRating: { '@type': 'AggregateRating', ratingValue: rating, ratingCount } }
          : {}),
      },
      {
        '@type': 'BreadcrumbList',
        itemListElement: [
          { name: 'Home', item: '/' },
          { name: 'Marketplace', item: '/marketplace' },
          { name: store.name, item: storeHref({ id: store.id }) },
        ].map((crumb, index) => ({ '@type': 'ListItem', position: index + 1, ...crumb })),
      },
    ],
  }
}
