import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { rows } from '#database/database.ts'
import { buildWebhook } from '#connectors/sandbox-pay/webhooks.ts'
import { findSandboxPayment } from '#connectors/sandbox-pay/payment-queries.ts'
import { allReceipts, partsOf, stockOf } from '#tests/steps/books.ts'
import { foldSales } from '#features/catalogue/catalog/service.ts'
import { GUEST_FORM, pieceOnSale, type MadePiece } from '#tests/shop/factories.ts'
import { until } from '#tests/shop/running-shop.ts'
import { watchedShop } from '../steps/browser-shop.ts'

const SECRET = 'the secret of the fault tests'

const { shop, db } = await watchedShop({ SANDBOX_PAY_SECRET: SECRET })

type Reply = { status: number; body: Record<string, unknown> }

async function post(path: string, body: object): Promise<Reply> {
  const answer = await fetch(shop.url + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  const read: Record<string, unknown> = JSON.parse(await answer.text())
  return { status: answer.status, body: read }
}

function order(piece: MadePiece, idempotencyKey: string): Promise<Reply> {
  const items = [{ id: piece.id, variantId: piece.variantId, quantity: 1 }]
  return post('/shop/saveOrder', { ...GUEST_FORM, shippingMethod: 'pickup', items, idempotencyKey })
}

function idOf({ body }: Reply): string {
  const saved: unknown = body['completeOrder']
  return saved instanceof Object ? String(Reflect.get(saved, 'id')) : ''
}

async function openedPayment(orderID: string, amount: number): Promise<string> {
  const { body } = await post('/shop/getPymentURL', { orderID, amount, paymentMethod: 'vm' })
  const data: unknown = body['redirectURLData']
  return data instanceof Object ? (String(Reflect.get(data, 'payment_url')).split('/').at(-1) ?? '') : ''
}

test('the process is killed right after the shopper paid: the provider repeats its notice, and the order is paid once', async () => {
  const piece = await pieceOnSale(db, { price: 5_000 })
  const id = idOf(await order(piece, 'kill-after-pay'))
  const providerRef = await openedPayment(id, 50)
  await fetch(`${shop.url}/payments/sandbox/${providerRef}`, {
    method: 'POST',
    redirect: 'manual',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: 'action=twice',
  })
  await shop.crash()
  await shop.start()
  await until('the order is paid', async () => (await partsOf(db, id))[0]?.state === 'paid_hold')
  expect(await allReceipts(db)).toHaveLength(1)
  await until('the mail is written', async () => (await mailsTo(GUEST_FORM.email)) > 0)
  expect(await mailsTo(GUEST_FORM.email)).toBe(1)
})

test('notices while the process is killed again and again: whatever was answered 200 is paid, and nothing twice', async () => {
  const piece = await pieceOnSale(db, { price: 5_000, stock: 30 })
  const ids = await Promise.all(
    Array.from({ length: 10 }, async (_, n) => idOf(await order(piece, `killed-${n}-00`))),
  )
  const refs = await Promise.all(ids.map((id) => openedPayment(id, 50)))
  for (let round = 0; round < 3; round++) {
    const notices = refs.map((ref) => notify(ref).catch(() => 0))
    await Promise.race(notices)
    await shop.crash()
    await Promise.all(notices)
    await shop.start()
  }
  expect(await Promise.all(refs.map(notify))).toEqual(refs.map(() => 200))
  const parts = (await Promise.all(ids.map((id) => partsOf(db, id)))).flat()
  for (const part of parts) expect(part).toEqual({ state: 'paid_hold', total: 5_000, allocated: 5_000 })
  await foldSales(db)
  const [sold] = await rows(db, sql`select sold_count from products where public_id = ${piece.id}`)
  expect(sold).toEqual({ sold_count: 10 })
})

test('the database is restarted under load: clear answers, no order lost, none doubled', async () => {
  const piece = await pieceOnSale(db, { price: 5_000, stock: 500 })
  const answers: Reply[] = []
  let isOver = false
  const shopper = async (name: number) => {
    for (let n = 0; !isOver; n++)
      answers.push(await orderUntilAnswered(piece, `restart-${name}-${n}`, answers))
  }
  const shoppers = [1, 2, 3, 4].map(shopper)
  await until('there is load', async () => answers.length > 20)
  await restartDatabase(shop.dataDir)
  const before = answers.length
  await until('the shop sells again', async () => answers.length > before + 20)
  isOver = true
  await Promise.all(shoppers)

  const outcomes = new Set(answers.map(({ status, body }) => `${status} ${String(body['code'] ?? 'saved')}`))
  expect(['200 saved', '503 database_unavailable']).toEqual(expect.arrayContaining([...outcomes]))
  const saved = new Set(answers.filter(({ status }) => status === 200).map(idOf))
  const [kept] = await rows<{ n: number }>(
    db,
    sql`select count(*)::int as n from purchases where idempotency_key like 'restart-%'`,
  )
  expect(kept?.n).toBe(saved.size)
  expect((await stockOf(db, piece.variantId)).variant).toBe(500 - saved.size)
})

test('what the shop knows survives a stop and a start: pieces, orders, payments and mails [PROD-14]', async () => {
  const piece = await pieceOnSale(db, { name: 'Lasting ring', price: 5_000, stock: 7 })
  const paid = idOf(await order(piece, 'paid-before-the-stop'))
  expect(await notify(await openedPayment(paid, 50))).toBe(200)
  const open = idOf(await order(piece, 'open-before-the-stop'))
  await until('the mail is written', async () => (await mailsTo(GUEST_FORM.email)) > 0)
  const told = async () =>
    Promise.all(
      [`/shop/trackOrder/${paid}`, `/shop/trackOrder/${open}`, `/shop/getProductsByID/${piece.id}`].map(
        // What is counted every minute may be counted meanwhile.
        async (path) => (await (await fetch(shop.url + path)).text()).replace(/"sold":\d+/, ''),
      ),
    )
  const before = await told()
  const mailsBefore = await mailsTo(GUEST_FORM.email)
  expect(await shop.stop()).toBe(0)
  await expect(fetch(shop.url)).rejects.toThrow('fetch failed')
  await shop.start()
  expect(await told()).toEqual(before)
  expect(await mailsTo(GUEST_FORM.email)).toBeGreaterThanOrEqual(mailsBefore)
  expect(before.join()).toContain('"status":"paid"')
  // The order that waited can still be paid.
  expect(await notify(await openedPayment(open, 50))).toBe(200)
  expect((await partsOf(db, open))[0]?.state).toBe('paid_hold')
})

test('asked to stop, the shop answers what is in flight and ends with 0', async () => {
  const piece = await pieceOnSale(db, { stock: 50 })
  const asked = Array.from({ length: 20 }, (_, n) => order(piece, `stopping-${n}`).catch(() => undefined))
  await Promise.race(asked)
  const code = await shop.stop()
  const answers = (await Promise.all(asked)).filter((answer) => answer !== undefined)
  expect(code).toBe(0)
  expect(answers.length).toBeGreaterThan(0)
  for (const { status } of answers) expect(status).toBe(200)
  await shop.start()
})

/** Ends the database server in the middle of whatever it does, and waits until there is a new one. */
async function restartDatabase(dataDir: string): Promise<void> {
  const before = await databaseServer(dataDir)
  process.kill(before, 'SIGQUIT')
  await until('a new database server', async () => ![0, before].includes(await databaseServer(dataDir)))
}

/** The process id of the database server; 0 while there is none. */
async function databaseServer(dataDir: string): Promise<number> {
  const file = join(dataDir, 'postgres/cluster/postmaster.pid')
  return Number((await readFile(file, 'utf8').catch(() => '0')).split('\n')[0])
}

/** One order with one key, asked for until it is answered with 200, as a shopper's browser does. */
async function orderUntilAnswered(piece: MadePiece, key: string, refusals: Reply[]): Promise<Reply> {
  for (;;) {
    const answer = await order(piece, key)
    if (answer.status === 200) return answer
    refusals.push(answer)
  }
}

async function notify(providerRef: string): Promise<number> {
  const payment = await findSandboxPayment(db, { providerRef })
  if (!payment) throw new Error('no such sandbox payment')
  const { body, headers } = buildWebhook({ ...payment, state: 'paid' }, SECRET, new Date())
  return (await fetch(`${shop.url}/payments/notify/sandbox`, { method: 'POST', body, headers })).status
}

async function mailsTo(address: string): Promise<number> {
  const [found] = await rows<{ n: number }>(
    db,
    sql`select count(*)::int as n from mails where recipient = ${address}`,
  )
  return found?.n ?? 0
}
