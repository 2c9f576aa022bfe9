import type { ListedVariant, OptionChoices, SkuChange } from '#core/products/store-variants.ts'
import type { ProductTexts } from './listings/listing-texts.ts'
import type { StockAdjustment, StockAdjustmentResult, StockLevelPage } from './store-stock.ts'
import type { SourceProduct, StoreProductKind, StoreProductStatus } from '#core/products/source-product.ts'
import type {
  StoreCancellation,
  StoreCancelResult,
  StoreParcel,
  StoreParcelCorrection,
  StoreParcelResult,
  StoreUnits,
} from './store-parcels.ts'

export type { StockAdjustment, StockAdjustmentResult, StockLevelPage } from './store-stock.ts'
export type {
  SourceProduct,
  SourceVariant,
  StoreProductKind,
  StoreProductStatus,
} from '#core/products/source-product.ts'

/** The access to a store: its address, and the keys that its platform needs, by name. */
export type StoreAccess = Readonly<{ address: string; keys: Readonly<Record<string, string>> }>

/** What we need a store for: `sell` puts products there, `source` reads its products. */
export type StoreNeed = 'sell' | 'source'

/** The optional rights of a connected store. */
export const STORE_LIMITS = ['cancel_orders'] as const
export type StoreLimit = (typeof STORE_LIMITS)[number]

/** A store's own data. `currency` is an ISO 4217 code; `limits` are the rights that it reports as missing. */
export type StoreInfo = Readonly<{ name: string; currency: string; limits?: readonly StoreLimit[] }>

/** A size, colour or material of an outgoing product. `price` is a decimal in the store's currency. */
export type OutgoingVariant = Readonly<{
  reference: string
  /** Values of the product's options, in their order. */
  values: readonly string[]
  price: string
  quantity: number
  /** Omitted if unknown. */
  weightGrams?: number
  /** The store's ids of the variant, if known, which identify it there instead of its SKU. */
  knownIds?: readonly string[]
  choices?: OptionChoices
}>

/**
 * A product to send to a store. `reference` is our own id, which identifies it there; `externalId` is the store's, if
 * known. Texts, category, weights and pictures apply to new products only: existing ones keep the owner's changes.
 */
export type OutgoingProduct = Readonly<{
  reference: string
  externalId: string | null
  name: string
  descriptionHtml: string
  /** A sentence, as plain text. */
  shortDescription?: string
  /** The name of its category, which the store creates if missing. */
  category?: string
  /** Public https URLs. */
  pictures: readonly string[]
  /** Whether pictures may be added: as far as known, the product never had any in the store. */
  mayAddPictures: boolean
  /** The names of the options, at most three; empty for a product with one variant. */
  options: readonly string[]
  variants: readonly OutgoingVariant[]
  /** The store's ids of variants that the supplier removed: their stock becomes 0, whatever their SKU. */
  removedIds?: readonly string[]
  /** Texts that replace those of a listed product; other texts are unchanged. */
  texts?: ProductTexts
  /** Whether prices of existing variants stay unchanged. */
  keepsPrice?: boolean
  /** Whether only an existing product is changed; one that the store's owner has deleted is not created again. */
  mustExist?: boolean
  /** Takes a listed product off sale, or puts it back; omitted, visibility is unchanged. */
  visibility?: 'hide' | 'show'
}>

/** The store's ids of our variant, which identify its order lines. Empty for a product without variations. */
export type PushedVariant = Readonly<{ reference: string; externalId: string }>

/**
 * The outcome of a pushed product: its id in the store, or why it failed, as a message for the store's owner. It says
 * whether the product has pictures there (null if unknown). A failed one may also have known ids.
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
      /** Whether the problem is that SKUs do not identify the variants. */
      isAboutVariants?: boolean
    }
>

/** A product in a store. The price is in hundredths of its currency; `quantity` is null if its stock is not counted. */
export type RemoteProduct = Readonly<{
  externalId: string
  name: string
  descriptionHtml: string
  /** Plain text; categories one per line. Omitted if not read. */
  shortDescription?: string
  category?: string
  sku: string
  priceAmount: number | null
  /** The price without the owner's sale, which is the one that we write; omitted where a store has one price. */
  regularAmount?: number | null
  quantity: number | null
  pictures: readonly string[]
  kind: StoreProductKind
  status: StoreProductStatus
  /** The store's ids of its variants; omitted if not read, or if it has none. */
  variantIds?: readonly string[]
}>

/** A page of a store's products; `next` is the cursor of the following page, null after the last. */
export type RemoteProductPage = Readonly<{ products: readonly RemoteProduct[]; next: string | null }>

/** A page of a supplier's products; `next` is the cursor of the following page, null after the last. */
export type SourceProductPage = Readonly<{ products: readonly SourceProduct[]; next: string | null }>

/** A filter of products: all, or those changed since a moment. */
export type SourceProductFilter = Readonly<{ cursor: string | null; modifiedSince?: Date | undefined }>

/** The delivery address of a store's order, as the customer entered it. */
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

/** A line of a store's order, with its `removed` units and the amount refunded without removing units, in minor units. */
export type RemoteOrderLine = Readonly<{
  externalId: string
  productId: string
  /** Empty for a product without variations. */
  variantId: string
  /** The options that the customer chose, as shown then; omitted if unknown. */
  options?: readonly string[]
  sku: string
  title: string
  quantity: number
  removed: number
  lineAmount: number
  refundedAmount: number
}>

/** An order in its current state in the store. It has no address if the store hides that from us. */
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

/** A page of a store's orders; `next` is the cursor of the following page, null after the last. */
export type RemoteOrderPage = Readonly<{ orders: readonly RemoteOrder[]; next: string | null }>

export type {
  StoreCancellation,
  StoreCancelResult,
  StoreParcel,
  StoreParcelCorrection,
  StoreParcelResult,
  StoreUnits,
}

/** A webhook as received, with the exact bytes that were signed. */
export type WebhookDelivery = Readonly<{ body: Uint8Array; header(name: string): string | undefined }>

/**
 * The content of a webhook; the same event always has the same key. `orderId`, `productId` and `stockId` (of a
 * variant's stock) name its subject; all are null if it has another. `privacy` is set for a privacy request.
 */
export type WebhookEvent = Readonly<{
  key: string
  topic: string
  orderId: string | null
  productId?: string | null
  stockId?: string | null
  privacy?: PrivacyNotice | null
}>

/** The kinds of privacy requests: a customer's data, its erasure, or the erasure of a whole store. */
export type PrivacyKind = 'data' | 'erase_customer' | 'erase_store'

/** A privacy request and its orders; a request for a whole store lists none. */
export type PrivacyNotice = Readonly<{ kind: PrivacyKind; orderIds: readonly string[] }>

/** The subjects of a store's webhooks. */
export type WebhookSubject = 'orders' | 'products'

/** The connector of a platform. Calls throw `unavailable` if a retry may help, `refused` if the store's owner must act. */
export type StoreConnector = Readonly<{
  /** Returns a typed store address in its canonical form. Throws `store_address` (400). */
  addressOf(input: string): string
  /** Checks that the store grants the access rights that we need. */
  check(access: StoreAccess, need: StoreNeed): Promise<StoreInfo>
  /** Returns a page of the store's products; `cursor` is the `next` of the previous page, null for the first. */
  listProducts(access: StoreAccess, cursor: string | null): Promise<RemoteProductPage>
  /**
   * Pushes products to the store, or updates price and quantity of existing ones. It reads the store first, so that a
   * retry creates no duplicates, even after a lost response. It may return results for only some products if the store
   * was overloaded: the others are retried later. Throws only if it did nothing.
   */
  pushProducts(access: StoreAccess, products: readonly OutgoingProduct[]): Promise<readonly PushOutcome[]>
  /** Returns all variants of a listed product in its store; undefined if the product no longer exists there. */
  listVariants(access: StoreAccess, productId: string): Promise<readonly ListedVariant[] | undefined>
  /** Sets SKUs of a listed product's variants; repeating it changes nothing. */
  setSkus(access: StoreAccess, change: SkuChange): Promise<void>
  /** Returns the URL of an order's page in the store's admin. */
  orderPage(address: string, orderId: string): string
  /** Returns the current state of an order; undefined if the store no longer has it. */
  findOrder(access: StoreAccess, externalId: string): Promise<RemoteOrder | undefined>
  /** Returns the current state of at most a hundred orders by few requests, for platforms that can; missing ones are left out. */
  findOrders?(access: StoreAccess, externalIds: readonly string[]): Promise<readonly RemoteOrder[]>
  /** Cancels an order that has not been shipped; repeating it changes nothing. */
  cancelOrder(access: StoreAccess, cancellation: StoreCancellation): Promise<StoreCancelResult>
  /** Returns a page of the orders changed since a moment, longest unchanged first; `cursor` as for products. */
  listOrders(access: StoreAccess, since: Date, cursor: string | null): Promise<RemoteOrderPage>
  /** Subscribes this URL to the store's webhooks, about orders by default; repeating it changes nothing. */
  subscribe(
    access: StoreAccess,
    webhook: Readonly<{ url: string; secret: string; about?: WebhookSubject }>,
  ): Promise<void>
  /** Returns a page of a supplier's products with all their variants, in an order that changes do not affect. */
  listSourceProducts(access: StoreAccess, filter: SourceProductFilter): Promise<SourceProductPage>
  /** Returns the existing products with these ids; ids of variations are left out. */
  findSourceProducts(access: StoreAccess, externalIds: readonly string[]): Promise<readonly SourceProduct[]>
  /** Returns a page of the stock of all variants, for stores whose product webhooks do not report changes of stock. */
  listStockLevels?(access: StoreAccess, cursor: string | null): Promise<StockLevelPage>
  /** Returns the products of these stock ids, by id; missing ones are left out. */
  findStockProducts(access: StoreAccess, stockIds: readonly string[]): Promise<readonly string[]>
  /** Returns whether an adjustment was made, by our reference: `none` if it can safely be repeated, `cannot_tell` if not. */
  findStockAdjustment(
    access: StoreAccess,
    adjustment: StockAdjustment,
  ): Promise<StockAdjustmentResult | 'none' | 'cannot_tell'>
  /** Adjusts the stock of a variant by a number of units, once for each reference. */
  adjustStock(access: StoreAccess, adjustment: StockAdjustment): Promise<StockAdjustmentResult>
  /** Returns whether the store has a parcel with all its units; `none` also if a part is missing. */
  findParcel(access: StoreAccess, parcel: StoreParcel): Promise<StoreParcelResult | 'none'>
  /**
   * Reports a parcel to the store: the sent units of our lines, and their tracking numbers. It first reads the store's
   * existing shipments and does not send these again; shipments of others stay.
   */
  sendParcel(access: StoreAccess, parcel: StoreParcel): Promise<StoreParcelResult>
  /** Sets the current numbers of a reported parcel, or deletes its report; repeating it changes nothing. */
  correctParcel(access: StoreAccess, correction: StoreParcelCorrection): Promise<StoreParcelResult>
  /** Returns a webhook's content after verifying its signature with the secret of `subscribe`. Throws `bad_signature` (401). */
  readWebhook(access: StoreAccess, delivery: WebhookDelivery, secret: string): WebhookEvent
}>

/** Returns the connector of a platform. */
export type ConnectorFor = (platform: 'shopify' | 'woocommerce') => StoreConnector
