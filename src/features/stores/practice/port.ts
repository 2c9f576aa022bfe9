import type { Database, Queryable } from '#database/database.ts'

/** A kind of practice shop. */
export type PracticePlatform = 'shopify' | 'woocommerce'

/** Where a practice shop is: how it is connected, its storefront, and the page by which its owner runs it. */
export type PracticeShopLinks = Readonly<{ address: string; storefrontUrl: string; adminUrl: string }>

/** Shops that the marketplace runs itself, so that everything can be tried; `src/connectors/practice-shop` has them. */
export type PracticeShops = Readonly<{
  /** Opens the practice shop of an account, or gives the one there is new keys; one with products has some of its own. */
  open(
    db: Database,
    shop: Readonly<{
      accountId: number
      platform: PracticePlatform
      name: string
      hasProducts: boolean
      now: Date
    }>,
  ): Promise<PracticeShopLinks & Readonly<{ keys: Readonly<Record<string, string>> }>>
  find(
    db: Queryable,
    shop: Readonly<{ accountId: number; platform: PracticePlatform }>,
  ): Promise<PracticeShopLinks | undefined>
}>
