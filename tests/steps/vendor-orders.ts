import { expect } from 'vitest'
import { sql } from 'drizzle-orm'
import { queryRows } from '#database/database.ts'
import { fireTimers } from '#features/sales/orders/timers/fire-timers.ts'
import { createRefundRequester } from '#features/money/refunds/service.ts'
import { createLog } from '#platform/log.ts'
import { type CreatedAccount, createSession, createSignedInAccount } from '../shop/accounts.ts'
import { type CreatedProduct, type CreatedSupplier, createTestProduct } from '../shop/factories.ts'
import type { ApiResponse, TestShop } from '../shop/shop.ts'
import { getField } from './chat.ts'
import { pressButton } from './payments.ts'

/** A vendor with a connected practice shop: its storefront, its owner's page and its connection. */
export type ShopVendor = CreatedAccount & Readonly<{ storefront: string; admin: string; connection: string }>

/**
 * Creates a vendor whose practice shop is connected and sends webhooks. With `isReal` its orders are real, as in a
 * store of one's own.
 */
export async function createShopVendor(
  shop: TestShop,
  {
    isReal = true,
    platform = 'woocommerce',
  }: Readonly<{ isReal?: boolean; platform?: 'shopify' | 'woocommerce' }> = {},
): Promise<ShopVendor> {
  const account = await createSignedInAccount(shop.db, shop.now())
  const opened = await shop.post('/stores/practice-shop', { platform }, account.headers)
  expect(opened).toMatchObject({ status: 200 })
  if (isReal)
    await shop.db.execute(
      sql`update store_connections set is_practice = false where account_id = ${account.id}`,
    )
  await shop.work()
  const path = (field: string) => new URL(getField(opened, 'shop', field)).pathname
  return {
    ...account,
    storefront: path('address'),
    admin: path('adminUrl'),
    connection: getField(opened, 'connection', 'id'),
  }
}

/** Publishes products with a wholesale price of 40.00 in the vendor's shop. */
export async function publishProducts(
  shop: TestShop,
  vendor: ShopVendor,
  products: readonly CreatedProduct[],
): Promise<void> {
  await shop.db.execute(
    sql`update product_variants set wholesale_amount = 4000 where wholesale_amount is null`,
  )
  await asVendor(shop, vendor)('/stores/selection', {
    products: products.map(({ id }) => ({ productId: id })),
  })
  await asVendor(shop, vendor)('/stores/sync', {})
  await shop.work()
}

/** Publishes a product of a supplier in the vendor's shop. */
export async function publishProduct(
  shop: TestShop,
  vendor: ShopVendor,
  options: Readonly<{ supplier?: CreatedSupplier; name?: string; stock?: number }> = {},
): Promise<CreatedProduct> {
  const product = await createTestProduct(shop.db, { stock: 9, price: 12_000, ...options })
  await publishProducts(shop, vendor, [product])
  return product
}

/** Calls the marketplace as a vendor with a new sign-in; without a body it sends a GET. */
export function asVendor(
  shop: TestShop,
  vendor: Pick<CreatedAccount, 'id'>,
): (path: string, body?: object) => Promise<ApiResponse> {
  return async (path, body) => {
    const { headers } = await createSession(shop.db, vendor.id, shop.now())
    return body ? shop.post(path, body, headers) : shop.get(path, headers)
  }
}

/** Sends a form to a page of the practice shop. */
export async function submitForm(
  shop: TestShop,
  path: string,
  fields: Readonly<Record<string, string>>,
): Promise<Response> {
  return shop.app.http.request(`http://shop.test${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams(fields).toString(),
  })
}

const ADDRESS = {
  first_name: 'Ada',
  last_name: 'Lim',
  address_1: '10 Anson Road',
  city: 'Singapore',
  postcode: '079903',
  country: 'SG',
  phone: '+6591234567',
}

/**
 * Orders in the vendor's shop as a customer. There are so many units of each of its products, in their order there.
 * Returns the order's number.
 */
export async function orderInShop(
  shop: TestShop,
  vendor: ShopVendor,
  { units = [1], fields = {} }: Readonly<{ units?: readonly number[]; fields?: Record<string, string> }> = {},
): Promise<string> {
  const page = await (await shop.app.http.request(`http://shop.test${vendor.storefront}`)).text()
  const ids = [...page.matchAll(/name="units-(\d+)"/g)]
    .map(([, id = '']) => Number(id))
    .toSorted((a, b) => a - b)
  const quantities = units.map((quantity, index) => [`units-${ids[index] ?? 0}`, String(quantity)])
  const placed = await submitForm(shop, vendor.storefront, {
    ...ADDRESS,
    ...Object.fromEntries(quantities),
    action: 'paid',
    ...fields,
  })
  expect(placed.status).toBe(303)
  await shop.work()
  return /placed=(\d+)/.exec(placed.headers.get('location') ?? '')?.[1] ?? ''
}

/** Performs an action of the practice shop's owner on an order, a minute later. */
export async function changeInShop(
  shop: TestShop,
  vendor: ShopVendor,
  fields: Readonly<Record<string, string>>,
): Promise<void> {
  shop.passTime(60_000)
  await submitForm(shop, vendor.admin, fields)
  await shop.work()
}

/** Returns the vendor's order with this number of the shop, as the console shows it. */
export async function readShopOrder(
  shop: TestShop,
  vendor: ShopVendor,
  number: string,
): Promise<Record<string, unknown> & { id: string }> {
  const [found] = await queryRows<{ id: string }>(
    shop.db,
    sql`select public_id as id from shop_orders where account_id = ${vendor.id} and number in (${number}, ${`#${number}`})`,
  )
  const answer = await asVendor(shop, vendor)(`/vendor/orders/${found?.id ?? ''}`)
  expect(answer.status).toBe(200)
  return getField(answer, 'order')
}

/** Accepts and ships a supplier order as its practice supplier, once the hold is over. */
export async function shipPracticeOrder(
  shop: TestShop,
  vendor: ShopVendor,
  { number, part }: Readonly<{ number: string; part: number }>,
): Promise<void> {
  const order = await readShopOrder(shop, vendor, number)
  const id = getField<string>({ body: order } as never, 'supplierOrders', String(part), 'id')
  const call = asVendor(shop, vendor)
  await call(`/vendor/orders/${order.id}/forward`, {})
  for (const action of ['accept', 'ship']) {
    expect(await call(`/vendor/supplier-orders/${id}/practice/${action}`, {})).toMatchObject({ status: 200 })
    await shop.work()
  }
}

/**
 * Tops the vendor's wallet up by a payment of the sandbox; the amount is in dollars. Returns the receipt's name at
 * the provider.
 */
export async function topUpWallet(shop: TestShop, vendor: ShopVendor, amount: number): Promise<string> {
  const started = await asVendor(shop, vendor)('/vendor/wallet/top-ups', { amount, paymentMethod: 'vm' })
  expect(started.status).toBe(200)
  return payOnPage(shop, getField(started, 'paymentUrl'))
}

/** Pays on a page of the sandbox. */
export async function payOnPage(shop: TestShop, paymentUrl: string): Promise<string> {
  const providerRef = paymentUrl.split('/').at(-1) ?? ''
  await pressButton(shop, providerRef, 'pay')
  await shop.work()
  return providerRef
}

/** Runs the due order timers after the hold, and the following jobs. */
export async function passHold(shop: TestShop, minutes = 10): Promise<void> {
  shop.passTime(minutes * 60_000)
  const { enqueue } = shop.app.jobs
  await fireTimers(shop.db, {
    deps: { enqueue, refund: createRefundRequester(enqueue) },
    now: shop.now(),
    log: createLog('silent'),
  })
  await shop.work()
}
