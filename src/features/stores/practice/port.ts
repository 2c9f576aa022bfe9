import type { Database, Queryable } from '#database/database.ts'

/** Where a practice shop is, and the page by which its owner runs it. */
export type PracticeShopLinks = Readonly<{ address: string; adminUrl: string }>

/** Shops that the marketplace runs itself, so that everything can be tried; `src/connectors/practice-shop` has them. */
export type PracticeShops = Readonly<{
  /** Opens the practice shop of an account, or gives the one there is new keys; one with products has some of its own. */
  open(
    db: Database,
    shop: Readonly<{ accountId: number; name: string; hasProducts: boolean; now: Date }>,
  ): Promise<PracticeShopLinks & Readonly<{ keys: Readonly<{ key: string; secret: string }> }>>
  find(db: Queryable, accountId: number): Promise<PracticeShopLinks | undefined>
}>
