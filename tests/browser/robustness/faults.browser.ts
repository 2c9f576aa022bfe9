import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { queryRows } from '#database/database.ts'
import { buildWebhook } from '#connectors/sandbox-pay/webhooks.ts'
import { findSandboxPayment } from '#connectors/sandbox-pay/payment-queries.ts'
import { readAllReceipts, listSupplierOrderTotals, readStock } from '#tests/steps/database-reads.ts'
import { foldSales } from '#features/catalogue/catalog/service.ts'
import { createSignedInAccount } from '#tests/shop/accounts.ts'
import {
  GUEST_FORM,
  createTestProduct,
  createTestSupplier,
  type CreatedProduct,
} from '#tests/shop/factories.ts'
import { waitUntil } from '#tests/shop/running-shop.ts'
import { startShopOnOwnDatabase } from '../steps/browser-shop.ts'

const SECRET = 'the secret of the fault tests'

const { shop, db } = await startShopOnOwnDatabase({ SANDBOX_PAY_SECRET: SECRET })

type HttpReply = { status: number; body: Record<string, unknown> }

async function post(path: string, body: object): Promise<HttpReply> {
  const answer = await fetch(shop.url + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  const read: Record<string, unknown> = JSON.parse(await answer.text())
  return { status: answer.status, body: read }
}

function placeOrder(product: CreatedProduct, idempotencyKey: string): Promise<HttpReply> {
  const items = [{ id: product.id, variantId: product.variantId, quantity: 1 }]
  return post('/shop/saveOrder', { ...GUEST_FORM, shippingMethod: 'pickup', items, idempotencyKey })
}

function getOrderId({ body }: HttpReply): string {
  const saved: unknown = body['completeOrder']
  return saved instanceof Object ? String(Reflect.get(saved, 'id')) : ''
}

async function openPayment(orderID: string, amount: number): Promise<string> {
  const { body } = await post('/shop/getPymentURL', { orderID, amount, paymentMethod: 'vm' })
  const data: unknown = body['redirectURLData']
  return data instanceof Object ? (String(Reflect.get(data, 'payment_url')).split('/').at(-1) ?? '') : ''
}

test('captures an order once when the process is killed right after payment and the webhook is repeated', async () => {
  const product = await createTestProduct(db, { price: 5_000 })
  const id = getOrderId(await placeOrder(product, 'kill-after-pay'))
  const providerRef = await openPayment(id, 50)
  await fetch(`${shop.url}/payments/sandbox/${providerRef}`, {
    method: 'POST',
    redirect: 'manual',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: 'action=twice',
  })
  await shop.crash()
  await shop.start()
  await waitUntil(
    'the order is paid',
    async () => (await listSupplierOrderTotals(db, id))[0]?.state === 'paid_hold',
  )
  expect(await readAllReceipts(db)).toHaveLength(1)
  await waitUntil('the mail is written', async () => (await countEmails(GUEST_FORM.email)) > 0)
  expect(await countEmails(GUEST_FORM.email)).toBe(1)
})

test('webhook events answered with 200 are applied exactly once while the process is killed repeatedly', async () => {
  const product = await createTestProduct(db, { price: 5_000, stock: 30 })
  const ids = await Promise.all(
    Array.from({ length: 10 }, async (_, n) => getOrderId(await placeOrder(product, `killed-${n}-00`))),
  )
  const refs = await Promise.all(ids.map((id) => openPayment(id, 50)))
  for (let attempt = 0; attempt < 3; attempt++) {
    const webhooks = refs.map((ref) => sendWebhook(ref).catch(() => 0))
    await Promise.race(webhooks)
    await shop.crash()
    await Promise.all(webhooks)
    await shop.start()
  }
  expect(await Promise.all(refs.map(sendWebhook))).toEqual(refs.map(() => 200))
  const supplierOrders = (await Promise.all(ids.map((id) => listSupplierOrderTotals(db, id)))).flat()
  for (const supplierOrder of supplierOrders)
    expect(supplierOrder).toEqual({ state: 'paid_hold', total: 5_000, allocated: 5_000 })
  await foldSales(db)
  const [sold] = await queryRows(db, sql`select sold_count from products where public_id = ${product.id}`)
  expect(sold).toEqual({ sold_count: 10 })
})

test('an import resumes after the process is killed, and writes each product once', async () => {
  const owns = await createTestSupplier(db)
  const { headers } = await createSignedInAccount(db, new Date(), { type: 'manufacturer', owns })
  const rows = Array.from(
    { length: 2_000 },
    (_, n) => `k${n},Ring ${n},Rings,K${n},${n + 1},shopify,1,active`,
  )
  const head =
    'Handle,Title,Type,Variant SKU,Variant Price,Variant Inventory Tracker,Variant Inventory Qty,Status'
  const body = `${[head, ...rows].join('\n')}\n`
  const sent = await fetch(`${shop.url}/supplier/imports?name=kill.csv`, { method: 'POST', headers, body })
  const id: string = JSON.parse(await sent.text()).import.id
  const readImport = async () =>
    (await (await fetch(`${shop.url}/supplier/imports/${id}`, { headers })).json()).import
  await waitUntil('the plan is made', async () => (await readImport()).state === 'planned')
  // Each of the four batches takes long enough to be interrupted.
  await db.execute(sql`create function slow_batch() returns trigger language plpgsql as $$
    begin perform pg_sleep(0.4); return null; end $$`)
  await db.execute(
    sql`create trigger slow_batch before insert on products for each statement execute function slow_batch()`,
  )
  await fetch(`${shop.url}/supplier/imports/${id}/apply`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: '{}',
  })
  const countWritten = async () =>
    (
      await queryRows<{ n: number }>(
        db,
        sql`select count(*)::int as n from products where supplier_id = ${owns.id}`,
      )
    )[0]?.n ?? 0
  await waitUntil('some are written', async () => (await countWritten()) > 0)
  await shop.crash()
  await shop.start()
  expect(await readImport()).toMatchObject({ state: 'applying' })
  // Does what the queue does itself when the killed job times out.
  await db.execute(sql`update pgboss.job set state = 'retry', start_after = now() where state = 'active'`)
  await waitUntil('the rest is written', async () => (await readImport()).state === 'applied')
  expect((await readImport()).counts).toMatchObject({ applied: 2_000, notApplied: 0 })
  const [written] = await queryRows(
    db,
    sql`select count(*)::int as products, count(distinct sku)::int as skus, max(revision)::int as revision from products
      where supplier_id = ${owns.id}`,
  )
  expect(written).toEqual({ products: 2_000, skus: 2_000, revision: 0 })
  await db.execute(sql`drop function slow_batch cascade`)
})

test('restarting the database under load gives clear answers and loses or duplicates no order', async () => {
  const product = await createTestProduct(db, { price: 5_000, stock: 500 })
  const answers: HttpReply[] = []
  let isFinished = false
  const shopper = async (name: number) => {
    for (let n = 0; !isFinished; n++)
      answers.push(await orderUntilAnswered(product, `restart-${name}-${n}`, answers))
  }
  const shoppers = [1, 2, 3, 4].map(shopper)
  await waitUntil('there is load', async () => answers.length > 20)
  await restartDatabase(shop.dataDir)
  const countBefore = answers.length
  await waitUntil('the shop sells again', async () => answers.length > countBefore + 20)
  isFinished = true
  await Promise.all(shoppers)

  const outcomes = new Set(answers.map(({ status, body }) => `${status} ${String(body['code'] ?? 'saved')}`))
  expect(['200 saved', '503 database_unavailable']).toEqual(expect.arrayContaining([...outcomes]))
  const saved = new Set(answers.filter(({ status }) => status === 200).map(getOrderId))
  const [stored] = await queryRows<{ n: number }>(
    db,
    sql`select count(*)::int as n from purchases where idempotency_key like 'restart-%'`,
  )
  expect(stored?.n).toBe(saved.size)
  expect((await readStock(db, product.variantId)).variant).toBe(500 - saved.size)
})

test('products, orders, payments and emails survive a restart [PROD-14]', async () => {
  const product = await createTestProduct(db, { name: 'Lasting ring', price: 5_000, stock: 7 })
  const paid = getOrderId(await placeOrder(product, 'paid-before-the-stop'))
  expect(await sendWebhook(await openPayment(paid, 50))).toBe(200)
  const open = getOrderId(await placeOrder(product, 'open-before-the-stop'))
  await waitUntil('the mail is written', async () => (await countEmails(GUEST_FORM.email)) > 0)
  const readState = async () =>
    Promise.all(
      [`/shop/trackOrder/${paid}`, `/shop/trackOrder/${open}`, `/shop/getProductsByID/${product.id}`].map(
        // The number of sales may be updated in the meantime.
        async (path) => (await (await fetch(shop.url + path)).text()).replace(/"sold":\d+/, ''),
      ),
    )
  // The invoice is a separate job from the email.
  await waitUntil('the invoice has its number', async () => (await readState()).join().includes('"INV-'))
  const stateBefore = await readState()
  const emailsBefore = await countEmails(GUEST_FORM.email)
  expect(await shop.stop()).toBe(0)
  await expect(fetch(shop.url)).rejects.toThrow('fetch failed')
  await shop.start()
  expect(await readState()).toEqual(stateBefore)
  expect(await countEmails(GUEST_FORM.email)).toBeGreaterThanOrEqual(emailsBefore)
  expect(stateBefore.join()).toContain('"status":"paid"')
  // The unpaid order can still be paid.
  expect(await sendWebhook(await openPayment(open, 50))).toBe(200)
  expect((await listSupplierOrderTotals(db, open))[0]?.state).toBe('paid_hold')
})

test('on a stop request, the shop finishes running calls and exits with 0', async () => {
  const product = await createTestProduct(db, { stock: 50 })
  const orders = Array.from({ length: 20 }, (_, n) =>
    placeOrder(product, `stopping-${n}`).catch(() => undefined),
  )
  await Promise.race(orders)
  const code = await shop.stop()
  const answers = (await Promise.all(orders)).filter((answer) => answer !== undefined)
  expect(code).toBe(0)
  expect(answers.length).toBeGreaterThan(0)
  for (const { status } of answers) expect(status).toBe(200)
  await shop.start()
})

/** Kills the database server, and waits until a new one runs. */
async function restartDatabase(dataDir: string): Promise<void> {
  const serverBefore = await getDatabasePid(dataDir)
  process.kill(serverBefore, 'SIGQUIT')
  await waitUntil(
    'a new database server',
    async () => ![0, serverBefore].includes(await getDatabasePid(dataDir)),
  )
}

/** Returns the process id of the database server, or 0 while none runs. */
async function getDatabasePid(dataDir: string): Promise<number> {
  const file = join(dataDir, 'postgres/cluster/postmaster.pid')
  return Number((await readFile(file, 'utf8').catch(() => '0')).split('\n')[0])
}

/** Places one order with one key, retrying until the answer is 200, as a shopper's browser does. */
async function orderUntilAnswered(
  product: CreatedProduct,
  key: string,
  refusals: HttpReply[],
): Promise<HttpReply> {
  for (;;) {
    const answer = await placeOrder(product, key)
    if (answer.status === 200) return answer
    refusals.push(answer)
  }
}

async function sendWebhook(providerRef: string): Promise<number> {
  const payment = await findSandboxPayment(db, { providerRef })
  if (!payment) throw new Error('no such sandbox payment')
  const { body, headers } = buildWebhook({ ...payment, state: 'paid' }, SECRET, new Date())
  return (await fetch(`${shop.url}/payments/notify/sandbox`, { method: 'POST', body, headers })).status
}

async function countEmails(address: string): Promise<number> {
  const [found] = await queryRows<{ n: number }>(
    db,
    sql`select count(*)::int as n from emails where recipient = ${address}`,
  )
  return found?.n ?? 0
}
