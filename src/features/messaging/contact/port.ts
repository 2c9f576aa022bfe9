import type { Queryable } from '#database/database.ts'

/** The interface of suppliers' stores for contact; that feature comes later, so `main` passes it in. */
export type SupplierLookup = Readonly<{
  /** The store of this public id, where shoppers may see it. */
  find(db: Queryable, publicId: string): Promise<{ id: number; name: string } | undefined>
  /** Whom to write to in a store, by its key. */
  contactOf(db: Queryable, id: number): Promise<{ name: string; contactEmail: string | null } | undefined>
}>

/** A product that came new: `price` in cents, `imageKey` that of its first picture. */
export type NewsletterProduct = Readonly<{
  productId: string
  name: string
  supplier: string
  price: number
  imageKey: string
}>

/** Returns up to `most` products to show of those that came from `from` on and before `until`; handed over likewise. */
export type ListNewsletterProducts = (
  db: Queryable,
  span: Readonly<{ from: Date; until: Date }>,
  limit: number,
) => Promise<NewsletterProduct[]>
