/** The fields of a product that follow its connected store or are edited here. */
export const FOLLOWED_FIELDS = [
  'stock',
  'prices',
  'variants',
  'title',
  'description',
  'pictures',
  'category',
  'measures',
  'customs',
  'status',
] as const

export type FollowedField = (typeof FOLLOWED_FIELDS)[number]

/** The fields that follow a store by default; whether a product is published is decided here. */
export const DEFAULT_FOLLOWED_FIELDS: readonly FollowedField[] = FOLLOWED_FIELDS.filter(
  (field) => field !== 'status',
)
