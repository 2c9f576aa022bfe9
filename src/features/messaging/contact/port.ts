import type { Queryable } from '#database/database.ts'

/** The interface of suppliers' stores for contact; that feature comes later, so `main` passes it in. */
export type SupplierLookup = Readonly<{
  /** Returns the store with this public id, if shoppers may see it. */
  find(db: Queryable, publicId: string): Promise<{ id: number; name: string } | undefined>
  /** Returns the name and email address of a store, by its key. */
  contactOf(db: Queryable, id: number): Promise<{ name: string; contactEmail: string | null } | undefined>
}>

/** A new product: `price` in cents, `imageKey` of its first picture. */
export type NewsletterProduct = Readonly<{
  productId: string
  name: string
  supplier: string
  price: number
  imageKey: string
}>

/** Returns up to `most` products added since `from` and before `until`; passed in by `main`. */
export type ListNewsletterProducts = (
  db: Queryable,
  span: Readonly<{ from: Date; until: Date }>,
  limit: number,
) => Promise<NewsletterProduct[]>
