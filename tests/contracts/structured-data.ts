import { z } from 'zod'

// Google's requirements for structured data as schemas: merchant listings, breadcrumbs, organizations, sites
// (developers.google.com/search/docs/appearance/structured-data). Strict, so that a property of the wrong type, or one that
// schema.org does not have, is an error.

const Address = z.string().regex(/^https?:\/\/[^\s/]+\/\S*$/, 'an address must be whole')
const enumOf = (...names: string[]) => z.enum(names.map((word) => `https://schema.org/${word}`))

const Rating = {
  ratingValue: z.number().min(1).max(5),
  bestRating: z.literal(5),
  worstRating: z.literal(1),
}

const Offer = z.strictObject({
  '@type': z.literal('Offer'),
  url: Address,
  price: z
    .string()
    .regex(/^\d+\.\d{2}$/)
    .refine((price) => Number(price) > 0),
  priceCurrency: z.string().regex(/^[A-Z]{3}$/),
  availability: enumOf('InStock', 'OutOfStock', 'SoldOut', 'LimitedAvailability'),
  itemCondition: enumOf('NewCondition'),
  seller: z.strictObject({ '@type': z.literal('Organization'), name: z.string().min(1) }),
})

const Review = z.strictObject({
  '@type': z.literal('Review'),
  author: z.strictObject({ '@type': z.literal('Person'), name: z.string().min(1).max(100) }),
  datePublished: z.iso.date(),
  reviewBody: z.string().min(1),
  reviewRating: z.strictObject({ '@type': z.literal('Rating'), ...Rating }),
})

const Product = z.strictObject({
  '@type': z.literal('Product'),
  '@id': Address,
  name: z.string().min(1).max(500),
  description: z.string(),
  url: Address,
  sku: z.string().min(1),
  category: z.string().min(1),
  // A merchant listing needs a picture; a product without one is a product snippet, which does not.
  image: z.array(Address).min(1).optional(),
  brand: z.strictObject({ '@type': z.literal('Brand'), name: z.string().min(1) }),
  material: z.string().min(1).optional(),
  weight: z
    .strictObject({
      '@type': z.literal('QuantitativeValue'),
      value: z.number().positive(),
      unitCode: z.literal('GRM'),
    })
    .optional(),
  offers: Offer,
  aggregateRating: z
    .strictObject({ '@type': z.literal('AggregateRating'), ...Rating, reviewCount: z.int().min(1) })
    .optional(),
  review: z.array(Review).min(1).optional(),
})

const BreadcrumbList = z.strictObject({
  '@type': z.literal('BreadcrumbList'),
  itemListElement: z
    .array(
      z.strictObject({
        '@type': z.literal('ListItem'),
        position: z.int(),
        name: z.string().min(1),
        item: Address.optional(),
      }),
    )
    .min(2)
    .refine((steps) => steps.every(({ position }, index) => position === index + 1), 'positions count from 1')
    .refine(
      (steps) => steps.slice(0, -1).every(({ item }) => item),
      'only the last step may be without address',
    ),
})

const Organization = z.strictObject({
  '@type': z.enum(['Organization', 'OnlineStore']),
  '@id': Address,
  name: z.string().min(1),
  legalName: z.string().min(1),
  url: Address,
  logo: Address,
  email: z.email(),
  sameAs: z.array(Address).min(1).optional(),
  telephone: z.string().regex(/^\+\d{6,15}$/),
  address: z.strictObject({
    '@type': z.literal('PostalAddress'),
    streetAddress: z.string().min(1),
    addressLocality: z.string().min(1),
    postalCode: z.string().min(1),
    addressCountry: z.string().length(2),
  }),
  hasMerchantReturnPolicy: z.strictObject({
    '@type': z.literal('MerchantReturnPolicy'),
    applicableCountry: z.string().length(2),
    returnPolicyCategory: enumOf('MerchantReturnFiniteReturnWindow'),
    merchantReturnDays: z.int().positive(),
    returnMethod: enumOf('ReturnByMail'),
    returnFees: enumOf('ReturnFeesCustomerResponsibility', 'FreeReturn'),
  }),
})

const Store = z.strictObject({
  '@type': z.literal('Store'),
  '@id': Address,
  name: z.string().min(1),
  url: Address,
  description: z.string().min(1).optional(),
  image: z.array(Address).min(1).optional(),
  address: z.strictObject({
    '@type': z.literal('PostalAddress'),
    addressCountry: z.string().length(2),
    addressLocality: z.string().min(1).optional(),
  }),
  aggregateRating: z
    .strictObject({
      '@type': z.literal('AggregateRating'),
      ratingValue: z.number().min(1).max(5),
      ratingCount: z.int().positive(),
    })
    .optional(),
})

const WebSite = z.strictObject({
  '@type': z.literal('WebSite'),
  '@id': Address,
  name: z.string().min(1),
  url: Address,
  inLanguage: z.literal('en'),
  publisher: z.strictObject({ '@id': Address }),
  potentialAction: z.strictObject({
    '@type': z.literal('SearchAction'),
    target: z.strictObject({
      '@type': z.literal('EntryPoint'),
      urlTemplate: z.string().regex(/^https?:\/\/\S+\{search_term_string\}$/),
    }),
    'query-input': z.literal('required name=search_term_string'),
  }),
})

const Graph = z.strictObject({
  '@context': z.literal('https://schema.org'),
  '@graph': z
    .array(z.discriminatedUnion('@type', [Product, BreadcrumbList, Organization, Store, WebSite]))
    .min(1),
})

/** Returns the objects of a page's structured data by type. Throws with every violation of the schemas. */
export function parseStructuredDataGraph(
  data: unknown,
): Map<string, z.output<typeof Graph>['@graph'][number]> {
  const graph = Graph.parse(data)['@graph']
  return new Map(graph.map((thing) => [thing['@type'], thing]))
}
