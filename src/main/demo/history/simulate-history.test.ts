import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { queryRows } from '#database/database.ts'
import { getAllProducts } from '#features/catalogue/catalog/contract.ts'
import { findDuplicates } from '#features/catalogue/catalog/management/duplicates/find-duplicates.ts'
import { getStoreByID } from '#features/catalogue/suppliers/contract.ts'
import { STATED_ITEMS } from '#features/catalogue/suppliers/verification/shapes.ts'
import { auditLedger } from '#features/money/ledger/service.ts'
import { loadConfig } from '#platform/config/config.ts'
import { createLog } from '#platform/log.ts'
import { createMemoryFiles } from '#tests/shop/files.ts'
import { createTestShop } from '#tests/shop/shop.ts'
import { LEDGER_CHECKS } from '../../wiring/ledger-checks.ts'
import { DEMO_LOGINS, DEMO_PASSWORD } from '../demo-logins.ts'
import { includesHistory, loadDemo } from '../load-demo.ts'

const shop = await createTestShop()

/** Figures are shown from this number of finished orders. */
const MIN_ORDERS = 20

const load = (settings: Record<string, string> = {}) =>
  loadDemo({
    config: loadConfig({ LOG_LEVEL: 'silent', ...settings }),
    db: shop.db,
    log: createLog('silent'),
    clock: shop.now,
    send: () => Promise.reject(new Error('no other server is asked')),
    files: createMemoryFiles(),
    enqueue: async () => undefined,
    now: shop.now(),
  })

const readRows = (query: ReturnType<typeof sql>) => queryRows<Record<string, unknown>>(shop.db, query)

async function count(query: ReturnType<typeof sql>): Promise<number> {
  return Number((await queryRows<{ n: number }>(shop.db, query))[0]?.n)
}

test('simulates half a year with a valid ledger and consistent dates, without sending emails', async () => {
  await load()
  expect(await listLedgerErrors()).toEqual([])
  await expectAllOrderStates()
  await expectBestSellersSold()
  await expectConsistentDates()
  await expectNoEmails()
  await expectDemoLogins()
  await expectVendorsOrders()
  await expectVerifiedStores()
  await expectDuplicates()
  await expectOperatorTasks()
}, 600_000)

/** Expects one possible duplicate of the demo's supplier, and none of the others. */
/** Expects a task of each kind that an operator meets on most days. */
async function expectOperatorTasks() {
  const { exceptions } = Object(
    (await shop.get('/operator/exceptions', await signInAs(DEMO_LOGINS.operator))).body,
  )
  expect(Array.from(exceptions, ({ kind, count: n }) => [kind, n]).toSorted()).toEqual([
    ['cases', 1],
    ['messages', 1],
    ['products', 1],
    ['refused_effects', 1],
    ['reported_reviews', 1],
    ['verifications', 4],
  ])
}

/** Signs in a demo account; returns the headers of its session. */
async function signInAs(email: string) {
  const answer = await shop.post('/users/login', { data: { email, password: DEMO_PASSWORD } })
  return { authorization: `Bearer ${Object(answer.body).userData.accessToken}` }
}

async function expectDuplicates() {
  const pairs = await readRows(sql`select f.name as first, s.name as second, s.status, d.reasons
    from product_duplicates d join products f on f.id = d.first_id join products s on s.id = d.second_id`)
  const typed = { second: 'Marina Line Neckalce', status: 'draft', reasons: ['sku', 'spelling'] }
  expect(pairs).toEqual([{ first: 'Marina Line Necklace', ...typed }])
  const suppliers = await queryRows<{ id: number }>(shop.db, sql`select id from suppliers order by id`)
  const counts = []
  for (const { id } of suppliers) counts.push(await findDuplicates(shop.db, id, shop.now()))
  expect(counts.reduce((sum, n) => sum + n, 0)).toBe(1)
}

/** Expects that operators have approved all verification items of every store. */
async function expectVerifiedStores() {
  const perStore = await readRows(sql`
    select count(v.item) filter (where v.decision = 'approved')::int as approved from suppliers s
    left join store_verification_items v on v.supplier_id = s.id where s.is_verified and not s.is_practice group by s.id`)
  expect(perStore).toHaveLength(12)
  expect(perStore).toEqual(perStore.map(() => ({ approved: STATED_ITEMS.length })))
}

/** Returns the violated rules of the ledger as messages. */
async function listLedgerErrors(): Promise<string[]> {
  const { audited } = await auditLedger(shop.db, { further: LEDGER_CHECKS, most: 5 })
  return audited.flatMap(({ messages }) => messages)
}

/** Expects orders in every state, and enough orders of each supplier for figures. */
async function expectAllOrderStates() {
  const finished = await readRows(sql`
    select s.name, count(o.id)::int as n from suppliers s
    left join supplier_orders o on o.supplier_id = s.id and o.state in ('completed', 'refunded')
    where s.is_verified and not s.is_practice group by s.id`)
  expect(finished).toHaveLength(12)
  expect(finished.filter(({ n }) => Number(n) < MIN_ORDERS)).toEqual([])
  const states = (await readRows(sql`select distinct state from supplier_orders`)).map(({ state }) => state)
  const expectedStates = [
    'completed',
    'delivered',
    'shipped',
    'accepted',
    'submitted',
    'in_case',
    'cancelled',
    'rejected',
  ]
  expect(states).toEqual(expect.arrayContaining([...expectedStates, 'refunded', 'expired']))
  expect(await count(sql`select count(*) as n from payouts where state = 'confirmed'`)).toBeGreaterThan(50)
  await expectDayOfWork()
  expect(
    await count(sql`select count(*) as n from conversations where last_number > 1`),
  ).toBeGreaterThanOrEqual(15)
}

/** Expects that the demo's supplier has orders to accept, to ship today and late, and a request to answer. */
async function expectDayOfWork() {
  const owner = await shop.post('/users/login', {
    data: { email: DEMO_LOGINS.supplier, password: DEMO_PASSWORD },
  })
  const { accessToken } = (owner.body as { userData: { accessToken: string } }).userData
  const { body } = await shop.get('/supplier/order-counts', { authorization: `Bearer ${accessToken}` })
  const { counts } = body as { counts: Record<string, number> }
  const isWeekend = [0, 6].includes(shop.now().getUTCDay())
  expect(counts['to_accept']).toBeGreaterThanOrEqual(5)
  expect(counts['late']).toBeGreaterThanOrEqual(1)
  expect(counts['cancellations']).toBeGreaterThanOrEqual(1)
  if (!isWeekend) expect(counts['to_ship_today']).toBeGreaterThanOrEqual(4)
}

async function expectBestSellersSold() {
  const { getProduct: best } = await shop.call(getAllProducts, { query: { sort: 'popular', limit: 12 } })
  expect(best.every(({ sold }) => sold > 0)).toBe(true)
  expect(best.map(({ sold }) => sold)).toEqual(best.map(({ sold }) => sold).toSorted((a, b) => b - a))
  expect(
    await readRows(sql`
      select p.name, p.sold_count, coalesce(l.units, 0)::int as units from products p
      left join (select l.product_id, sum(l.quantity) as units from supplier_order_lines l
        join supplier_orders o on o.id = l.supplier_order_id join purchases u on u.id = o.purchase_id
        where u.paid_at is not null and u.currency <> 'XTS' and not exists (select from supplier_order_events e
          where e.supplier_order_id = o.id and e.event = 'cancel' and e.from_state = 'paid_hold')
        group by 1) l on l.product_id = p.id
      where p.sold_count <> coalesce(l.units, 0)`),
  ).toEqual([])
  const [{ id = '' } = {}] = await queryRows<{ id: string }>(
    shop.db,
    sql`select public_id as id from suppliers limit 1`,
  )
  const { getStore } = await shop.call(getStoreByID, { params: { id } })
  expect(getStore.measured.sold).toBeGreaterThan(MIN_ORDERS)
}

/** Expects that reviews come after deliveries, and sales after a supplier joined. */
async function expectConsistentDates() {
  expect(await count(sql`select count(*) as n from reviews`)).toBeGreaterThan(250)
  expect(
    await count(sql`select count(*) as n from reviews where account_id is not null and not is_bought`),
  ).toBe(0)
  expect(
    await readRows(sql`
      select r.text from reviews r where r.account_id is not null and not exists (
        select from supplier_order_lines l join supplier_orders o on o.id = l.supplier_order_id
        join purchases u on u.id = o.purchase_id join parcels k on k.supplier_order_id = o.id
        where u.account_id = r.account_id and l.product_id = r.product_id and k.delivered_at < r.created_at)`),
  ).toEqual([])
  expect(
    await readRows(sql`
      select s.name from suppliers s join products p on p.supplier_id = s.id where p.created_at < s.created_at
      union select p.name from supplier_order_lines l join products p on p.id = l.product_id
        join supplier_orders o on o.id = l.supplier_order_id join purchases u on u.id = o.purchase_id
        where u.placed_at < p.created_at
      union select text from reviews where created_at > ${shop.now()}`),
  ).toEqual([])
}

/** Expects that no email is sent or queued, and that no job is left. */
async function expectNoEmails() {
  expect(await count(sql`select count(*) as n from emails`)).toBe(0)
  expect(await count(sql`select count(*) as n from pgboss.job`)).toBe(0)
  expect(await count(sql`select count(*) as n from order_timers where due_at <= ${shop.now()}`)).toBe(0)
  expect(
    await count(sql`select count(*) as n from conversations where customer_unread + store_unread > 0`),
  ).toBe(0)
}

/** Expects that the vendor has some months of orders, few pending ones, and a parcel that the shop refused. */
async function expectVendorsOrders() {
  const states = await readRows(
    sql`select state, count(*)::int as n from shop_orders group by state order by state`,
  )
  const counts = Object.fromEntries(states.map(({ state, n }) => [String(state), Number(n)]))
  expect(counts['completed']).toBeGreaterThan(20)
  expect(counts['to_pay']).toBe(2)
  expect(counts['blocked']).toBeLessThanOrEqual(6)
  expect(
    await readRows(
      sql`select distinct reasons[1] as reason from shop_orders where state = 'blocked' order by 1`,
    ),
  ).toEqual(['address_incomplete', 'max_cost', 'not_supplied', 'unpaid'].map((reason) => ({ reason })))
  expect(await count(sql`select count(*) as n from shop_orders where has_store_problem`)).toBe(1)
  const untold = sql`
    select count(*) as n from parcels p join supplier_orders o on o.id = p.supplier_order_id
    join purchases u on u.id = o.purchase_id and u.channel = 'vendor'
    left join effects e on e.kind = 'shop_orders.send_parcel' and e.subject = p.public_id and e.state = 'done'
    where e.id is null`
  expect(await count(untold)).toBe(1)
}

/** Expects that the accounts in the README can sign in. */
async function expectDemoLogins() {
  for (const email of Object.values(DEMO_LOGINS)) {
    const answer = await shop.post('/users/login', { data: { email, password: DEMO_PASSWORD } })
    expect(answer.status, `${email}: ${answer.text}`).toBe(200)
  }
  const ofShopper = await readRows(sql`
    select p.email from purchases p join accounts b on b.id = p.account_id where b.email = ${DEMO_LOGINS.shopper}`)
  expect(ofShopper.length).toBeGreaterThanOrEqual(4)
  expect(ofShopper.filter(({ email }) => email !== DEMO_LOGINS.shopper)).toEqual([])
}

test.each([
  ['in development', {}, true],
  ['in production', { NODE_ENV: 'production' }, false],
  ['without the sandbox', { SANDBOX_PAY: 'off' }, false],
  ['as a catalogue', { DEMO: 'catalogue' }, false],
  ['off', { DEMO: 'off' }, false],
])(
  'simulates the history only in development with the full demo and the sandbox (%s)',
  (_where, settings, isSo) => {
    expect(includesHistory(loadConfig(settings))).toBe(isSo)
  },
)
