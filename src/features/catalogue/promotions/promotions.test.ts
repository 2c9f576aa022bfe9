import { sql } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { createTestOperator } from '#tests/shop/accounts.ts'
import { createTestProduct, createTestSupplier } from '#tests/shop/factories.ts'
import { createTestShop } from '#tests/shop/shop.ts'
import { createOperator, expectSuccess } from '#tests/steps/payouts.ts'
import type { AnnouncementData, CampaignData, PromotionData } from './contract.ts'

const shop = await createTestShop()
const { db } = shop
/** Short enough that sessions outlast several steps. */
const STEP = 600_000

let operator: Awaited<ReturnType<typeof createOperator>>
beforeEach(async () => {
  operator = await createOperator(shop)
})

const at = (steps: number) => new Date(shop.now().getTime() + steps * STEP).toISOString()

const createCampaign = (fields: object = {}) => ({
  kind: 'campaign',
  title: 'Pearl week',
  text: 'Up to 30% off',
  link: { label: 'See pearls', path: '/marketplace?stone=pearl' },
  picture: 'blush',
  startsAt: at(0),
  endsAt: null,
  ...fields,
})

const createAnnouncement = (fields: object = {}) => ({
  kind: 'announcement',
  title: 'We’re closed on Monday.',
  link: null,
  audience: 'everyone',
  startsAt: at(0),
  endsAt: null,
  ...fields,
})

/** Returns a field of a call's answer. */
async function read<Value>(path: string, field: string): Promise<Value> {
  const { body } = await expectSuccess(operator.get(path))
  // The contract guarantees the shape of the answer.
  return Reflect.get(Object(body), field) as Value
}

const readCampaigns = () => read<CampaignData[]>('/shop/getStorefront', 'campaigns')
const readAnnouncements = (audience: string) =>
  read<AnnouncementData[]>(`/announcements?audience=${audience}`, 'announcements')
const readPromotions = (kind: string) =>
  read<PromotionData[]>(`/operator/promotions?kind=${kind}`, 'promotions')

test('a campaign starts and ends by its dates, without a job', async () => {
  await expectSuccess(
    operator.post('/operator/promotions', createCampaign({ startsAt: at(1), endsAt: at(3) })),
  )
  expect(await readCampaigns()).toEqual([])
  expect(await readPromotions('campaign')).toMatchObject([{ state: 'scheduled' }])
  shop.passTime(STEP)
  expect(await readCampaigns()).toMatchObject([
    {
      title: 'Pearl week',
      text: 'Up to 30% off',
      picture: 'blush',
      link: { path: '/marketplace?stone=pearl' },
    },
  ])
  expect(await readPromotions('campaign')).toMatchObject([{ state: 'running' }])
  shop.passTime(2 * STEP)
  expect(await readCampaigns()).toEqual([])
})

test('announcements reach their audience only, and end when removed', async () => {
  await expectSuccess(operator.post('/operator/promotions', createAnnouncement()))
  const forVendors = createAnnouncement({ title: 'New fees from May', audience: 'vendors' })
  await expectSuccess(operator.post('/operator/promotions', forVendors))
  expect(await readAnnouncements('everyone')).toMatchObject([{ text: 'We’re closed on Monday.' }])
  expect(await readAnnouncements('vendors')).toMatchObject([{ text: 'New fees from May' }])
  expect(await readAnnouncements('suppliers')).toEqual([])
  const [{ id } = { id: '' }] = await readAnnouncements('vendors')
  await expectSuccess(operator.post(`/operator/promotions/${id}/remove`))
  expect(await readAnnouncements('vendors')).toEqual([])
  expect(await operator.post(`/operator/promotions/${id}/remove`)).toMatchObject({ status: 404 })
})

test('a featured supplier comes first while it is featured, verified and has products', async () => {
  const names = ['Alba', 'Bruna', 'Clio', 'Dora', 'Enza']
  const stores = []
  for (const name of names) {
    const store = await createTestSupplier(db, { name })
    await createTestProduct(db, { supplier: store })
    stores.push(store)
  }
  const listFeatured = async () =>
    (await read<{ title: string }[]>('/shop/getFeaturedSuppliers', 'getSuppliers')).map(({ title }) => title)
  expect(await listFeatured()).toHaveLength(4)
  expect(await listFeatured()).not.toContain('Enza')
  const featured = {
    kind: 'featured_supplier',
    supplier: stores[4]?.publicId,
    startsAt: at(0),
    endsAt: at(1),
  }
  await expectSuccess(operator.post('/operator/promotions', featured))
  shop.app.lists.clear()
  expect((await listFeatured())[0]).toBe('Enza')
  expect(await readPromotions('featured_supplier')).toMatchObject([
    { title: 'Enza', supplier: { isListed: true } },
  ])
  shop.passTime(STEP)
  shop.app.lists.clear()
  expect(await listFeatured()).not.toContain('Enza')
  const unknown = { ...featured, supplier: 'sup_0' }
  expect(await operator.post('/operator/promotions', unknown)).toMatchObject({
    body: { code: 'supplier_not_found' },
  })
})

test('of two concurrent changes to a campaign one is refused, and the audit log has its content', async () => {
  const { body } = await expectSuccess(operator.post('/operator/promotions', createCampaign()))
  const path = `/operator/promotions/${String(Reflect.get(Object(body), 'id'))}`
  const change = (title: string) => operator.post(path, { promotion: createCampaign({ title }), version: 1 })
  const answers = await Promise.all([change('Ruby week'), change('Opal week')])
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
  const [entry] = await read<object[]>('/operator/audit-log?kind=settings', 'entries')
  expect(entry).toMatchObject({ action: 'Changed an offer campaign', before: { title: 'Pearl week' } })
})

test('refuses links to other sites, an end before the start, markup as a path, and other roles', async () => {
  const post = (body: object) => operator.post('/operator/promotions', body)
  for (const path of [
    'https://evil.example',
    '//evil.example',
    '/\\evil.example',
    'javascript:alert(1)',
    '/"><script>',
  ])
    expect(await post(createCampaign({ link: { label: 'Go', path } }))).toMatchObject({ status: 400 })
  expect(await post(createCampaign({ endsAt: at(-1) }))).toMatchObject({
    status: 400,
    body: { code: 'ends_before_start' },
  })
  expect(await post(createCampaign({ title: '' }))).toMatchObject({ status: 400 })
  const { headers } = await createTestOperator(db, shop.now(), ['finance'])
  expect(await shop.post('/operator/promotions', createCampaign(), headers)).toMatchObject({ status: 403 })
  expect(await readCampaigns()).toEqual([])
})

test('an operator sets the columns of the home page, with a history; duplicates are refused', async () => {
  const path = '/operator/settings/home-columns'
  expect(await read('/shop/getStorefront', 'columns')).toEqual([
    { title: 'Top ranking', sort: 'popular' },
    { title: 'New arrivals', sort: 'newest' },
    { title: 'Top deals', sort: 'deals' },
  ])
  const columns = [
    { title: 'On sale', sort: 'deals' },
    { title: 'Just in', sort: 'newest' },
  ]
  await expectSuccess(operator.post(path, { columns, version: 0 }))
  expect(await read('/shop/getStorefront', 'columns')).toEqual(columns)
  expect((await operator.get(path)).body).toMatchObject({
    history: [{ changes: ['Columns: On sale (largest discounts), Just in (newest products)'] }],
  })
  expect(await operator.post(path, { columns, version: 0 })).toMatchObject({
    body: { code: 'changed_meanwhile' },
  })
  const [{ id: version } = { id: 0 }] = (
    await db.execute<{ id: number }>(sql`select max(id)::int as id from setting_versions`)
  ).rows
  const alike = [columns[0], columns[0]]
  expect(await operator.post(path, { columns: alike, version })).toMatchObject({
    body: { code: 'columns_alike' },
  })
})
