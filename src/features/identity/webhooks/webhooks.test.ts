import { sql } from 'drizzle-orm'
import { spawn } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { DAY, HOUR, MINUTE } from '#core/time.ts'
import { RECEIVER_EXAMPLE } from '#core/webhook-events.ts'
import { queryRows } from '#database/database.ts'
import { createSession, createSignedInAccount, type CreatedAccount } from '#tests/shop/accounts.ts'
import { createTestSupplier } from '#tests/shop/factories.ts'
import { type FakeReply, startFakeServer } from '#tests/shop/fake-server.ts'
import { createTestShop } from '#tests/shop/shop.ts'
import { readAllEmails } from '#tests/steps/database-reads.ts'
import { createSecret, signMessage } from './signature.ts'

type Received = Readonly<{ path: string; headers: Record<string, string | undefined> }>

let received: Received[] = []
let reply: FakeReply = { body: {} }

const server = await startFakeServer((url, request) => {
  const headers = Object.fromEntries(
    ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map((name) => [
      name,
      String(request.headers[name]),
    ]),
  )
  received.push({ path: url.pathname, headers })
  return reply
})
afterAll(() => server.close())
beforeEach(() => {
  received = []
  reply = { body: {} }
})

const shop = await createTestShop({ FAKE_STORES_URL: server.url })

const HOOK = {
  url: 'https://hooks.example/cabochon',
  events: ['order.shipped', 'case.opened', 'payout.sent'],
}

async function createSupplierAccount() {
  const store = await createTestSupplier(shop.db)
  const account = await createSignedInAccount(shop.db, shop.now(), {
    type: 'manufacturer',
    owns: store,
    withPassword: true,
  })
  return { ...account, store }
}

async function addEndpoint({ headers }: Pick<CreatedAccount, 'headers'>, fields: object = {}) {
  const answer = await shop.post('/developers/webhooks', { ...HOOK, ...fields }, headers)
  expect(answer).toMatchObject({ status: 200 })
  const { endpoint, secret } = answer.body as { endpoint: { id: string }; secret: string }
  const address = `/developers/webhooks/${endpoint.id}`
  const deliveries = async (as = headers) => {
    const { body } = await shop.get(`${address}/deliveries`, as)
    return (body as { deliveries: { id: string; state: string; attempts: { message: string }[] }[] })
      .deliveries
  }
  const post = (what: string, body: object = {}, as = headers) => shop.post(`${address}/${what}`, body, as)
  return { ...endpoint, secret, address, deliveries, post }
}

/** Runs the due deliveries, as the timer does each minute. */
async function deliver(): Promise<void> {
  await shop.app.jobs.enqueue(shop.db, { job: 'webhooks.deliver', input: {} })
  await shop.work()
}

/** Stores an event of a business, as the triggers of orders, cases and payouts do. */
async function happen(account: CreatedAccount, type = 'order.shipped'): Promise<void> {
  await shop.db.execute(
    sql`select queue_webhook_event(${account.id}, true, ${type}, '{"order":"ord_1"}'::jsonb, ${shop.now()}::timestamptz)`,
  )
}

test('signs as the Standard Webhooks specification does', () => {
  const message = {
    id: 'msg_p5jXN8AQM9LWM0D4loKWxJek',
    sentAt: new Date(1_614_265_330_000),
    body: '{"test": 2432232314}',
  }
  // The example of https://github.com/standard-webhooks/standard-webhooks/blob/main/spec/standard-webhooks.md.
  expect(signMessage(message, ['whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'])).toEqual({
    'webhook-id': 'msg_p5jXN8AQM9LWM0D4loKWxJek',
    'webhook-timestamp': '1614265330',
    'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
  })
})

test('the receiver example accepts signed webhooks and refuses others', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'receiver-'))
  const file = path.join(folder, 'receiver.mjs')
  const secret = createSecret()
  await writeFile(file, RECEIVER_EXAMPLE)
  const now = Date.now()
  const headers = signMessage({ id: 'evt_1', sentAt: new Date(now), body: '{"a":1}' }, [secret])
  const program = `
    const { isGenuine } = await import(${JSON.stringify(pathToFileURL(file).href)})
    const headers = ${JSON.stringify(headers)}
    const old = { ...headers, 'webhook-timestamp': '1' }
    console.log(JSON.stringify([isGenuine(headers, '{"a":1}'), isGenuine(headers, '{"a":2}'), isGenuine(old, '{"a":1}')]))
    process.exit(0)`
  const child = spawn(process.execPath, ['--input-type=module', '-e', program], {
    env: { ...process.env, WEBHOOK_SECRET: secret, PORT: '0' },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let output = ''
  for await (const chunk of child.stdout) output += String(chunk)
  await rm(folder, { recursive: true })
  expect(JSON.parse(output)).toEqual([true, false, false])
})

test('an event is delivered once to each subscribed endpoint of its business, and to the marketplace’s', async () => {
  const [supplier, other] = [await createSupplierAccount(), await createSupplierAccount()]
  const operator = await createSignedInAccount(shop.db, shop.now(), { type: 'operator' })
  const mine = await addEndpoint(supplier)
  await addEndpoint(supplier, { url: 'https://hooks.example/cases', events: ['case.opened'] })
  await addEndpoint(other, { url: 'https://hooks.example/other' })
  await addEndpoint(operator, { url: 'https://hooks.example/operator' })
  await happen(supplier)
  await deliver()
  await deliver()
  expect(received.map((one) => one.path).toSorted()).toEqual([
    '/hooks.example/cabochon',
    '/hooks.example/operator',
  ])
  expect(await mine.deliveries()).toMatchObject([{ state: 'delivered', attempts: [{ status: 200 }] }])
})

test('a failed delivery is retried with the same ID and growing intervals, and can be resent manually', async () => {
  const supplier = await createSupplierAccount()
  const endpoint = await addEndpoint(supplier)
  reply = { status: 500, body: { error: 'out of order' } }
  await happen(supplier)
  await deliver()
  expect(await endpoint.deliveries()).toMatchObject([{ state: 'pending', attempts: [{ status: 500 }] }])
  await deliver()
  expect(received).toHaveLength(1)
  shop.passTime(5_000)
  await deliver()
  shop.passTime(5 * MINUTE)
  reply = { body: {} }
  await deliver()
  expect(new Set(received.map(({ headers }) => headers['webhook-id'])).size).toBe(1)
  const [delivery] = await endpoint.deliveries()
  expect(delivery).toMatchObject({ state: 'delivered', attempts: [{}, {}, { status: 200 }] })
  await endpoint.post(`deliveries/${delivery?.id}/replay`)
  await shop.work()
  expect(received).toHaveLength(4)
})

test('an endpoint that fails for three days is paused and its owner emailed; it can be resumed', async () => {
  const supplier = await createSupplierAccount()
  const endpoint = await addEndpoint(supplier)
  reply = { status: 503, body: {} }
  for (let day = 0; day < 4; day += 1) {
    await happen(supplier)
    await deliver()
    shop.passTime(DAY)
  }
  // The session has expired by then.
  const { headers } = await createSession(shop.db, supplier.id, shop.now())
  const listed = await shop.get('/developers/webhooks', headers)
  expect(listed.body).toMatchObject({
    endpoints: [{ state: 'paused', problem: 'No delivery has succeeded for three days.' }],
  })
  expect((await endpoint.deliveries(headers)).every(({ state }) => state === 'failed')).toBe(true)
  const emails = (await readAllEmails(shop.db)).filter(({ recipient }) => recipient === supplier.email)
  expect(emails.map(({ subject }) => subject)).toEqual(['We paused one of your webhook endpoints'])
  const sendTest = () => endpoint.post('test', {}, headers)
  expect(await sendTest()).toMatchObject({ status: 409, body: { code: 'endpoint_paused' } })
  reply = { body: {} }
  await endpoint.post('state', { state: 'active' }, headers)
  expect(await sendTest()).toMatchObject({ status: 200 })
  await shop.work()
  expect((await endpoint.deliveries(headers))[0]).toMatchObject({ type: 'test.sent', state: 'delivered' })
})

test('a replaced secret signs alongside the new one for a day, and neither is stored in plain text', async () => {
  const supplier = await createSupplierAccount()
  const endpoint = await addEndpoint(supplier)
  const answer = await endpoint.post('secret')
  const { secret } = answer.body as { secret: string }
  const signatures = async () => {
    await happen(supplier)
    await deliver()
    return received.at(-1)?.headers['webhook-signature']?.split(' ').length
  }
  expect(await signatures()).toBe(2)
  shop.passTime(25 * HOUR)
  expect(await signatures()).toBe(1)
  const rows = await queryRows(shop.db, sql`select w::text as row from webhook_endpoints w`)
  for (const one of [secret, endpoint.secret]) expect(JSON.stringify(rows)).not.toContain(one.slice(6))
})

test('refuses another business’s endpoint, an unknown event and a removed endpoint', async () => {
  const [supplier, other] = [await createSupplierAccount(), await createSupplierAccount()]
  const endpoint = await addEndpoint(supplier)
  expect(await shop.get(`${endpoint.address}/deliveries`, other.headers)).toMatchObject({ status: 404 })
  expect(await shop.post(`${endpoint.address}/remove`, {}, other.headers)).toMatchObject({ status: 404 })
  const unknown = { ...HOOK, events: ['shop_order.to_pay'] }
  expect(await shop.post('/developers/webhooks', unknown, supplier.headers)).toMatchObject({
    status: 400,
    body: { code: 'event_unknown' },
  })
  await happen(supplier)
  await endpoint.post('remove')
  await deliver()
  expect(received).toEqual([])
  expect(await endpoint.post('test')).toMatchObject({ status: 404 })
})
