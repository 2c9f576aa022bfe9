import type { ListedVariant, SkuChange } from '#core/store-variants.ts'
import type { ProductTexts } from './listings/listing-texts.ts'
import type { SourceProduct, StoreProductKind, StoreProductStatus } from '#core/source-product.ts'
import type {
  StoreCancellation,
  StoreCancelResult,
  StoreParcel,
  StoreParcelCorrection,
  StoreParcelResult,
  StoreUnits,
} from './store-parcels.ts'

export type {
  SourceProduct,
  SourceVariant,
  StoreProductKind,
  StoreProductStatus,
} from '#core/source-product.ts'

/** The access to a shop: its address, and the keys its kind of shop asks for, by their names. */
export type StoreAccess = Readonly<{ address: string; keys: Readonly<Record<string, string>> }>

/** Our purpose in a shop: `sell` puts products there, `source` reads its products. */
export type StoreNeed = 'sell' | 'source'

/** What a store may be connected without. */
export const STORE_LIMITS = ['cancel_orders'] as const
export type StoreLimit = (typeof STORE_LIMITS)[number]

/** A shop's own data. `currency` by ISO 4217; `limits` is what it does not let us do, as far as it says. */
export type StoreInfo = Readonly<{ name: string; currency: string; limits?: readonly StoreLimit[] }>

/** A size, colour or material of an outgoing product. `price` is a decimal in the shop's currency. */
export type OutgoingVariant = Readonly<{
  reference: string
  /** A value for each option of its product, in their order. */
  values: readonly string[]
  price: string
  quantity: number
  /** Left out where it is not known. */
  weightGrams?: number
  /** The shop's ids of it, as far as they are known: by these it is found there again, and not by its SKU. */
  knownIds?: readonly string[]
}>

/**
 * A product as it goes into a shop. `reference` is our own id, by which it is found there again; `externalId` the shop's, where
 * it is known. Texts, category, weights and pictures are for a new one: what is in the shop already keeps what its owner has made
 * of it.
 */
export type OutgoingProduct = Readonly<{
  reference: string
  externalId: string | null
  name: string
  descriptionHtml: string
  /** A sentence, as plain text. */
  shortDescription?: string
  /** The name of its category; the shop gets one of this name where it has none. */
  category?: string
  /** Public https addresses. */
  pictures: readonly string[]
  /** Whether pictures may be added: as far as is known it has had none in the store yet. */
  mayAddPictures: boolean
  /** Names of the options, at most three; none for a product with one variant. */
  options: readonly string[]
  variants: readonly OutgoingVariant[]
  /** The shop's ids of variants that its supplier removed: none of them is left, whatever SKU they have. */
  removedIds?: readonly string[]
  /** Texts that replace those of a listed product; all others stay. */
  texts?: ProductTexts
  /** Prices of variants that are there already stay as they are. */
  keepsPrice?: boolean
  /** Only one that is there is changed; one that its owner has deleted there is not made again. */
  mustExist?: boolean
  /** Takes a listed product off sale, or puts it back; left out, that is its owner's. */
  visibility?: 'hide' | 'show'
}>

/** The shop's ids of our variant, by which its order lines are recognised. Empty for a product without variations. */
export type PushedVariant = Readonly<{ reference: string; externalId: string }>

/**
 * The outcome of a pushed product: its ID in the store, or why it failed. It says whether the product has pictures there (null if
 * unknown); the reason is a message for the store's owner, and then ids say what is known of it all the same.
 */
export type PushOutcome = Readonly<
  | {
      reference: string
      externalId: string
      hasPictures: boolean | null
      variants?: readonly PushedVariant[]
    }
  | {
      reference: string
      problem: string
      externalId?: string
      variants?: readonly PushedVariant[]
      /** The problem is that SKUs do not tell which variant is which. */
      isAboutVariants?: boolean
    }
>

/** A product in a store. The price is in hundredths of its currency; `quantity` null where it is in stock and not counted. */
export type RemoteProduct = Readonly<{
  externalId: string
  name: string
  descriptionHtml: string
  /** Plain text; each category on a line. Left out where not read. */
  shortDescription?: string
  category?: string
  sku: string
  priceAmount: number | null
  quantity: number | null
  pictures: readonly string[]
  kind: StoreProductKind
  status: StoreProductStatus
}>

/** Some products of a shop, and where to continue; `next` is null after the last. */
export type RemoteProductPage = Readonly<{ products: readonly RemoteProduct[]; next: string | null }>

/** Some products of a supplier's shop, and where to continue; `next` is null after the last. */
export type SourceProductPage = Readonly<{ products: readonly SourceProduct[]; next: string | null }>

/** A filter of products: all, or those changed since. */
export type SourceProductFilter = Readonly<{ cursor: string | null; modifiedSince?: Date | undefined }>

/** Units that a shop has more or fewer of a variant; `reference` is ours, the same in every attempt. */
export type StockAdjustment = Readonly<{
  reference: string
  productId: string
  variantId: string
  stockId: string
  delta: number
  /** How often the shop has surely refused it, and when it was first asked. */
  refusals: number
  firstRequestedAt: Date
  now: Date
}>

/**
 * The outcome of an adjustment. `uncounted`: the shop does not count that stock, so there is nothing to adjust. `retry`: the shop
 * has surely done nothing, and the next attempt is another one to it; `refused`: the same, but it would say no again. `unclear`:
 * only a look at the shop tells.
 */
export type StockAdjustmentResult =
  | Readonly<{ outcome: 'adjusted'; quantity: number | null }>
  | Readonly<{ outcome: 'uncounted' }>
  | Readonly<{ outcome: 'gone' }>
  | Readonly<{ outcome: 'retry' | 'refused' | 'unclear'; reason: string }>

/** How many there are of a variant in its shop; null where it does not count them. */
export type StockLevel = Readonly<{ productId: string; variantId: string; quantity: number | null }>

/** Some stock of a shop, and where to continue; `next` is null after the last. */
export type StockLevelPage = Readonly<{ levels: readonly StockLevel[]; next: string | null }>

/** Where an order of a shop goes, as its shopper has typed it. */
export type RemoteAddress = Readonly<{
  firstName: string
  lastName: string
  company: string
  line1: string
  line2: string
  city: string
  region: string
  postcode: string
  country: string
  phone: string
}>

/**
 * A line of a store's order. `removed` of its units were cancelled or refunded there, and `refundedAmount` was refunded
 * of it without taking units away. Amounts in minor units.
 */
export type RemoteOrderLine = Readonly<{
  externalId: string
  productId: string
  /** Empty for a product without variations. */
  variantId: string
  sku: string
  title: string
  quantity: number
  removed: number
  lineAmount: number
  refundedAmount: number
}>

/** An order of a shop now. No address: the shop does not show it to us. */
export type RemoteOrder = Readonly<{
  externalId: string
  number: string
  state: 'unpaid' | 'paid' | 'cancelled' | 'refunded'
  currency: string
  totalAmount: number
  placedAt: Date
  modifiedAt: Date
  address: RemoteAddress | null
  lines: readonly RemoteOrderLine[]
}>

/** Some orders of a shop, and where to continue; `next` is null after the last. */
export type RemoteOrderPage = Readonly<{ orders: readonly RemoteOrder[]; next: string | null }>

export type {
  StoreCancellation,
  StoreCancelResult,
  StoreParcel,
  StoreParcelCorrection,
  StoreParcelResult,
  StoreUnits,
}

/** A webhook as it came: the very bytes that were signed. */
export type WebhookDelivery = Readonly<{ body: Uint8Array; header(name: string): string | undefined }>

/**
 * The content of a webhook: the same event always has the same key. `orderId` is of an order, `productId` of a product, `stockId`
 * of what a variant's stock is counted by; all are null where it is about something else. `privacy` is what a customer asks.
 */
export type WebhookEvent = Readonly<{
  key: string
  topic: string
  orderId: string | null
  productId?: string | null
  stockId?: string | null
  privacy?: PrivacyNotice | null
}>

/** What a customer requests: their data, its erasure, or that of a whole store. */
export type PrivacyKind = 'data' | 'erase_customer' | 'erase_store'

/** Such a request with the orders that it is about; of a whole shop none are named. */
export type PrivacyNotice = Readonly<{ kind: PrivacyKind; orderIds: readonly string[] }>

/** The subjects of a shop's webhooks. */
export type WebhookSubject = 'orders' | 'products'

/** A kind of shop. Calls throw `unavailable` for what a later attempt may cure, and `refused` for what its owner has to mend. */
export type StoreConnector = Readonly<{
  /** Returns a typed store address in its canonical form. Throws `store_address` (400). */
  addressOf(input: string): string
  /** Whether the shop lets us in and lets us do what we need. */
  check(access: StoreAccess, need: StoreNeed): Promise<StoreInfo>
  /** A page of the shop's products; `cursor` is the `next` of the page before, null for the first. */
  listProducts(access: StoreAccess, cursor: string | null): Promise<RemoteProductPage>
  /**
   * Pushes products to the shop, or updates price and quantity of those that are there. Asks for what is there first: doing it
   * again, also after an answer was lost, makes no second one. May give results for some only, when the shop had enough
   * meanwhile: the others are tried later. Throws only when it did nothing.
   */
  pushProducts(access: StoreAccess, products: readonly OutgoingProduct[]): Promise<readonly PushOutcome[]>
  /** All variants of a listed product as its store has them; undefined where the product is not there any more. */
  listVariants(access: StoreAccess, productId: string): Promise<readonly ListedVariant[] | undefined>
  /** Gives variants of a listed product these SKUs; repeating it changes nothing. */
  setSkus(access: StoreAccess, change: SkuChange): Promise<void>
  /** The address of an order's page in the shop's admin. */
  orderPage(address: string, orderId: string): string
  /** An order as it stands now; undefined where the shop has none of this id any more. */
  findOrder(access: StoreAccess, externalId: string): Promise<RemoteOrder | undefined>
  /** Cancels an order that has not been shipped; repeating it changes nothing. */
  cancelOrder(access: StoreAccess, cancellation: StoreCancellation): Promise<StoreCancelResult>
  /** A page of the orders changed since, the longest unchanged first; `cursor` as for products. */
  listOrders(access: StoreAccess, since: Date, cursor: string | null): Promise<RemoteOrderPage>
  /** Subscribes to the shop's webhooks at this address, about orders by default; repeating it changes nothing. */
  subscribe(
    access: StoreAccess,
    webhook: Readonly<{ url: string; secret: string; about?: WebhookSubject }>,
  ): Promise<void>
  /** A page of the products of a supplier's shop with all their variants, in an order that changes do not disturb. */
  listSourceProducts(access: StoreAccess, filter: SourceProductFilter): Promise<SourceProductPage>
  /** Those products of a supplier's shop that are still there; ids of variations are left out. */
  findSourceProducts(access: StoreAccess, externalIds: readonly string[]): Promise<readonly SourceProduct[]>
  /** A page of the stock of all variants, for shops that do not tell a change of stock as one of its product. */
  listStockLevels?(access: StoreAccess, cursor: string | null): Promise<StockLevelPage>
  /** The products to which these ids of stock belong, by id; those that are not there any more are left out. */
  findStockProducts(access: StoreAccess, stockIds: readonly string[]): Promise<readonly string[]>
  /** Whether an adjustment was made, by our reference; `none` where repeating it is safe, `cannot_tell` where it is not. */
  findStockAdjustment(
    access: StoreAccess,
    adjustment: StockAdjustment,
  ): Promise<StockAdjustmentResult | 'none' | 'cannot_tell'>
  /** Changes the stock of a variant by a number of units, once for each reference. */
  adjustStock(access: StoreAccess, adjustment: StockAdjustment): Promise<StockAdjustmentResult>
  /** Whether the store knows a parcel with all its units, as it says itself; `none` also where a part is missing. */
  findParcel(access: StoreAccess, parcel: StoreParcel): Promise<StoreParcelResult | 'none'>
  /**
   * Reports a parcel to the store: the sent units of our lines, and their tracking numbers. What the store knows of it already is
   * read first and not sent again; what others have sent stays.
   */
  sendParcel(access: StoreAccess, parcel: StoreParcel): Promise<StoreParcelResult>
  /** Gives a reported parcel its numbers of now, or takes its report back; repeating it changes nothing. */
  correctParcel(access: StoreAccess, correction: StoreParcelCorrection): Promise<StoreParcelResult>
  /** A webhook's content, after its signature by the secret of `subscribe` was verified. Throws `bad_signature` (401). */
  readWebhook(access: StoreAccess, delivery: WebhookDelivery, secret: string): WebhookEvent
}>

/** The connector of a kind of shop. */
export type ConnectorFor = (platform: 'shopify' | 'woocommerce') => StoreConnector
