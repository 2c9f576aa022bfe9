import { sql } from 'drizzle-orm'
import { deliverWebhookJob } from '#connectors/practice-shop/webhooks/deliveries.ts'
import { type PracticeOrder, placeOrder } from '#connectors/practice-shop/orders.ts'
import { runOwnerAction } from '#connectors/practice-shop/owner/owner-actions.ts'
import { practiceShops, withPracticeShops } from '#connectors/practice-shop/practice-shop.ts'
import { findShop, type PracticeShop } from '#connectors/practice-shop/shop-queries.ts'
import { shopify } from '#connectors/shopify/shopify.ts'
import { wooCommerce } from '#connectors/woocommerce/woocommerce.ts'
import { addMs } from '#core/time.ts'
import { type Database, inTransaction, queryRows } from '#database/database.ts'
import type {
  SourceProduct,
  StockAdjustment,
  StoreAccess,
  StoreConnector,
} from '#features/stores/connections/port.ts'
import type { JobRequest } from '#platform/jobs/job.ts'
import { createLog } from '#platform/log.ts'
import { createSignedInAccount } from '../shop/accounts.ts'

/** The platform whose protocol a practice shop speaks. */
export type PracticePlatform = 'shopify' | 'woocommerce'

/** The address of these tests' marketplace. */
export const PUBLIC_URL = 'http://market.test'

/** A webhook that a practice shop has sent. */
type SentWebhook = Readonly<{ url: string; body: string; headers: Record<string, string> }>

/** A practice shop of a supplier, the connector that speaks to it, and its own clock. */
export type ConnectedPracticeShop = Readonly<{
  db: Database
  connector: StoreConnector
  access: StoreAccess
  now(): Date
  pass(ms: number): void
  find(): Promise<PracticeShop>
  /** Performs the action of a button on the owner's page. */
  act(form: Record<string, string>): Promise<string | undefined>
  /** Sends the webhooks that are due, and returns them. */
  sendWebhooks(): Promise<SentWebhook[]>
}>

const START = new Date('2026-03-02T10:00:00Z')

/** Creates a practice shop of a new supplier with its products. */
export async function openPracticeShop(
  db: Database,
  platform: PracticePlatform,
): Promise<ConnectedPracticeShop> {
  let now = START
  const jobs: JobRequest[] = []
  const enqueue = async (_tx: unknown, request: JobRequest) => void jobs.push(request)
  const wait = async () => undefined
  const deps = { db, publicUrl: PUBLIC_URL, enqueue, clock: () => now, wait }
  const safeFetch = withPracticeShops(() => Promise.reject(new Error('goes elsewhere')), deps)
  const account = await createSignedInAccount(db, now, { type: 'manufacturer' })
  const opening = { accountId: account.id, platform, name: 'Atelier', hasProducts: true, now }
  const { address, keys } = await practiceShops(PUBLIC_URL).open(db, opening)
  const find = async (): Promise<PracticeShop> => {
    const shop = await findShop(db, { accountId: account.id, platform })
    if (!shop) throw new Error('no shop')
    return shop
  }
  return {
    db,
    connector: platform === 'shopify' ? shopify({ ask: safeFetch, wait }) : wooCommerce(safeFetch),
    access: { address, keys },
    now: () => now,
    pass: (ms) => void (now = addMs(now, ms)),
    find,
    async act(form) {
      const shop = await find()
      return inTransaction(db, (tx) => runOwnerAction(tx, form, { shop, enqueue, now }))
    },
    async sendWebhooks() {
      const sent: SentWebhook[] = []
      const deliver = deliverWebhookJob({ publicUrl: PUBLIC_URL, send: recordInto(sent) })
      const log = createLog('silent')
      for (const { input } of jobs.splice(0)) await deliver.run(input, { db, now, log, enqueue })
      return sent
    },
  }
}

const recordInto = (sent: SentWebhook[]) => async (url: string, init: RequestInit) => {
  sent.push({ url, body: String(init.body), headers: Object.fromEntries(new Headers(init.headers)) })
  return new Response()
}

/** Returns the number of a product or a variation by its name or SKU. */
export async function findPracticeNumber(
  { db, find }: Pick<ConnectedPracticeShop, 'db' | 'find'>,
  name: string,
): Promise<string> {
  const shop = await find()
  const [found] = await queryRows<{ id: string }>(
    db,
    sql`select id from practice_products where shop_id = ${shop.id} and (name = ${name} or sku = ${name})`,
  )
  if (!found) throw new Error(`there is no ${name}`)
  return String(found.id)
}

/** Sells something in the practice shop to a shopper. */
export async function sellInPracticeShop(
  shop: ConnectedPracticeShop,
  sku: string,
  quantity: number,
): Promise<PracticeOrder | undefined> {
  return placePracticeOrder(shop, { [sku]: quantity })
}

/** Orders units by their SKUs in the practice shop; returns the order's number. */
export async function orderInPracticeShop(
  shop: ConnectedPracticeShop,
  units: Readonly<Record<string, number>>,
): Promise<number> {
  const order = await placePracticeOrder(shop, units)
  if (!order) throw new Error('nothing was ordered')
  return order.id
}

async function placePracticeOrder(
  shop: ConnectedPracticeShop,
  bySku: Readonly<Record<string, number>>,
): Promise<PracticeOrder | undefined> {
  const units = new Map<number, number>()
  for (const [sku, quantity] of Object.entries(bySku))
    units.set(Number(await findPracticeNumber(shop, sku)), quantity)
  const stored = await shop.find()
  const order = { units, address: ADDRESS, isPaid: true, now: shop.now() }
  return inTransaction(shop.db, (tx) => placeOrder(tx, stored, order))
}

const ADDRESS = {
  first_name: 'Mei',
  last_name: 'Tan',
  address_1: '10 Anson Road',
  address_2: '',
  city: 'Singapore',
  state: '',
  postcode: '079903',
  country: 'SG',
  phone: '',
}

/** Reads all products of a shop by its connector. */
export async function readSourceProducts(
  { connector, access }: Pick<ConnectedPracticeShop, 'connector' | 'access'>,
  modifiedSince?: Date,
): Promise<SourceProduct[]> {
  const products: SourceProduct[] = []
  for (let cursor: string | null = null; ;) {
    const page = await connector.listSourceProducts(access, { cursor, modifiedSince })
    products.push(...page.products)
    cursor = page.next
    if (cursor === null) return products
  }
}

/** Returns a stock adjustment of the variant with this SKU. */
export async function createStockAdjustment(
  shop: ConnectedPracticeShop,
  sku: string,
  change: Pick<StockAdjustment, 'reference' | 'delta'>,
): Promise<StockAdjustment> {
  const products = await readSourceProducts(shop)
  const product = products.find(({ variants }) => variants.some((one) => one.sku === sku))
  const variant = product?.variants.find((one) => one.sku === sku)
  return {
    productId: product?.externalId ?? '',
    variantId: variant?.externalId ?? '',
    stockId: variant?.stockId ?? '',
    refusals: 0,
    firstRequestedAt: shop.now(),
    now: shop.now(),
    ...change,
  }
}
