import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { toCompanyFields } from '#core/company/company-fields.ts'
import { EXAMPLE_COMPANY } from '#core/company/company.ts'
import { sendEmails, createEmail } from '#features/messaging/notifications/service.ts'
import { createSignedInAccount, createTestOperator } from '#tests/shop/accounts.ts'
import { createTestShop } from '#tests/shop/shop.ts'

const shop = await createTestShop()
const { db } = shop
const company = toCompanyFields(EXAMPLE_COMPANY)
const createOwner = () => createSignedInAccount(db, shop.now(), { type: 'operator', withPassword: true })

test('renaming the shop and company changes legal texts and emails in all processes, with a history entry', async () => {
  const owner = await createOwner()
  const change = {
    ...company,
    shopName: 'Ring & Co',
    name: 'Ring SAS',
    country: 'FR',
    supportEmail: 'help@ring.example',
  }
  const saved = await shop.post('/operator/settings/company', { company: change, version: 0 }, owner.headers)
  expect(saved.status).toBe(200)
  const terms = await shop.get('/shop/getLegalText/terms')
  expect(terms.text).toContain('Ring SAS')
  expect(terms.text).toContain('governed by the law of France')
  const { body } = await shop.get('/operator/settings/company', owner.headers)
  expect(body).toMatchObject({
    company: change,
    history: [
      {
        savedBy: `${owner.firstName} ${owner.lastName}`,
        changes: [
          'Shop name: Cabochon → Ring & Co',
          `Company: ${company.name} → Ring SAS`,
          'Country: SG → FR',
          `Support email: ${company.supportEmail} → help@ring.example`,
        ],
      },
    ],
  })
  const content = {
    subject: 'Hi',
    preview: 'Hi',
    heading: 'Hi',
    paragraphs: [],
    tables: [],
    closing: [],
    wording: { name: 'test' },
  } as const
  const emails = [createEmail({ key: 'one', to: 'a@b.example' }, content)]
  await sendEmails(db, { emails, now: shop.now(), enqueue: shop.app.jobs.enqueue })
  const { rows } = await db.execute(sql`select html from emails where key = 'one'`)
  expect(rows[0]?.['html']).toContain('Ring &amp; Co')
  const log = await shop.get('/operator/audit-log?kind=settings', owner.headers)
  expect(log.body).toMatchObject({
    entries: [{ action: 'Changed the company', after: { shopName: 'Ring & Co' } }],
  })
})

test('refuses invalid company settings with a message, and changes nothing', async () => {
  const owner = await createOwner()
  const save = (change: object, version = 0) =>
    shop.post('/operator/settings/company', { company: { ...company, ...change }, version }, owner.headers)
  expect((await save({ supportEmail: '' })).status).toBe(400)
  expect((await save({ instagram: 'javascript:alert(1)' })).status).toBe(400)
  expect((await save({ shopName: ' ' })).status).toBe(400)
  expect(await save({ shopName: 'Other' }, 7)).toMatchObject({
    status: 409,
    body: { code: 'changed_meanwhile' },
  })
  const answers = await Promise.all([save({ shopName: 'One' }), save({ shopName: 'Two' })])
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
})

test('a closed country cannot be ordered for, and the last open one cannot be closed', async () => {
  const owner = await createOwner()
  const save = (closed: string[], version: number) =>
    shop.post('/operator/settings/countries', { closed, version }, owner.headers)
  expect((await save(['DE', 'FR'], 0)).status).toBe(200)
  const { body } = await shop.get('/operator/settings/countries', owner.headers)
  const { version, history, countries } = Object(body)
  expect(history).toMatchObject([
    { changes: ['Closed: France, Germany'].map(() => expect.stringMatching(/Closed: /)) },
  ])
  const codes = async (path: string) =>
    Object((await shop.get(path)).body).countries.map(({ code }: { code: string }) => code)
  expect(await codes('/shop/getAllCountries')).not.toContain('DE')
  expect(await codes('/shop/getAllCountries?scope=all')).toContain('DE')
  const shipmentDetails = {
    toCountry: 'DE',
    toZip: '10115',
    toCity: 'Berlin',
    toState: '',
    weight: 1,
    length: 10,
    width: 10,
    height: 10,
  }
  const rates = await shop.post('/shipping/rates', { shipmentDetails, items: [] })
  expect(rates).toMatchObject({ status: 400, body: { code: 'country_not_served' } })
  const all = countries.map(({ code }: { code: string }) => code)
  expect(await save(all, version)).toMatchObject({ status: 409, body: { code: 'no_country_left' } })
  expect(await save(['XX'], version)).toMatchObject({ status: 400, body: { code: 'unknown_country' } })
  expect((await save([], version)).status).toBe(200)
  expect(await codes('/shop/getAllCountries')).toContain('DE')
})

test('a disabled payment method is not offered, and the last enabled one cannot be disabled', async () => {
  const owner = await createOwner()
  const save = (off: string[], version: number) =>
    shop.post('/operator/settings/payment-methods', { off, version }, owner.headers)
  const read = async () => Object((await shop.get('/operator/settings/payment-methods', owner.headers)).body)
  const methods: { method: string; providers: string[] }[] = (await read()).methods
  const taken = methods.filter(({ providers }) => providers.length > 0).map(({ method }) => method)
  expect(taken.length).toBeGreaterThan(1)
  expect(await save(taken, 0)).toMatchObject({ status: 409, body: { code: 'no_method_left' } })
  expect((await save(['alipay'], 0)).status).toBe(200)
  expect(await read()).toMatchObject({ history: [{ changes: ['Alipay: off'] }] })
  const vendor = await createSignedInAccount(db, shop.now(), { type: 'vendor' })
  const wallet = await shop.get('/vendor/wallet', vendor.headers)
  expect(wallet.text).toContain('"vm"')
  expect(wallet.text).not.toContain('alipay')
})

test('only owners can change settings, after entering the password', async () => {
  const finance = await createTestOperator(db, shop.now(), ['finance'])
  const change = { closed: ['DE'], version: 0 }
  expect((await shop.get('/operator/settings/countries', finance.headers)).status).toBe(200)
  expect((await shop.post('/operator/settings/countries', change, finance.headers)).status).toBe(403)
  const owner = await createOwner()
  await db.execute(sql`update sessions set confirmed_until = null`)
  expect(await shop.post('/operator/settings/countries', change, owner.headers)).toMatchObject({
    status: 403,
    body: { code: 'password_needed' },
  })
})
