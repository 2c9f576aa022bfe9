import type { Database, Queryable } from '#database/database.ts'

/** A kind of practice shop. */
export type PracticePlatform = 'shopify' | 'woocommerce'

/** The URLs of a practice shop: its address to connect, its storefront, and its owner's page. */
export type PracticeShopLinks = Readonly<{ address: string; storefrontUrl: string; adminUrl: string }>

/** The practice shops that the marketplace runs itself for trials, implemented by `src/connectors/practice-shop`. */
export type PracticeShops = Readonly<{
  /** Opens the practice shop of an account, or gives the existing one new keys; it can have sample products. */
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
