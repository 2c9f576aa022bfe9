import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { createSignedInAccount, createTestOperator } from '#tests/shop/accounts.ts'
import { createTestShop } from '#tests/shop/shop.ts'

const shop = await createTestShop()
const { db } = shop

const PATH = '/operator/settings/legal-texts'
const createOwner = () => createSignedInAccount(db, shop.now(), { type: 'operator', withPassword: true })

type Headers = Readonly<Record<string, string>>

async function readText(name: string, headers: Headers) {
  const { body } = await shop.get(`${PATH}/${name}`, headers)
  return Object(body) as {
    text: { version: string; title: string; body: string; isOwn: boolean }
    history: { version: string; title: string; validFrom: string | null; savedBy: string | null }[]
  }
}

const readPublicText = async (name: string) =>
  Object((await shop.get(`/shop/getLegalText/${name}`)).body).text

test('an operator changes a legal text, which the shop shows immediately, with a history of versions and authors', async () => {
  const owner = await createOwner()
  const before = await readText('privacy', owner.headers)
  expect(before).toMatchObject({ text: { isOwn: false }, history: [] })
  const text = { title: 'Privacy', body: '## Data\n\nWe are {{operator}}.', from: before.text.version }
  const saved = await shop.post(`${PATH}/privacy`, text, owner.headers)
  expect(saved).toMatchObject({ status: 200, body: { version: '2026-03-02' } })
  expect(await readPublicText('privacy')).toMatchObject({
    title: 'Privacy',
    version: '2026-03-02',
    html: expect.stringMatching(/^<h2>Data<\/h2>\n<p>We are [^{]+\.<\/p>/),
  })
  const again = { ...text, body: 'Shorter.', from: '2026-03-02' }
  expect(await shop.post(`${PATH}/privacy`, again, owner.headers)).toMatchObject({
    body: { version: '2026-03-02-2' },
  })
  expect(await readPublicText('privacy')).toMatchObject({ html: '<p>Shorter.</p>\n' })
  const { history } = await readText('privacy', owner.headers)
  expect(history).toMatchObject([
    { version: '2026-03-02-2', savedBy: `${owner.firstName} ${owner.lastName}` },
    { version: '2026-03-02', title: 'Privacy' },
    { version: before.text.version, title: before.text.title, validFrom: null, savedBy: null },
  ])
  const log = await shop.get('/operator/audit-log?kind=settings', owner.headers)
  expect(log.body).toMatchObject({
    entries: [
      {
        action: 'Changed a legal text',
        before: { version: '2026-03-02' },
        after: { version: '2026-03-02-2' },
      },
      { action: 'Changed a legal text', after: { text: 'privacy' } },
    ],
  })
})

test('accounts have to accept new terms, and their earlier acceptance remains recorded', async () => {
  const owner = await createOwner()
  const vendor = await createSignedInAccount(db, shop.now())
  const { version } = await readPublicText('terms')
  await shop.post('/users/acceptTerms', { data: { version } }, vendor.headers)
  const body = { title: 'Terms', body: 'Be kind.', from: version }
  await shop.post(`${PATH}/terms`, body, owner.headers)
  const state = await shop.get('/users/getTermsState', vendor.headers)
  expect(state.body).toMatchObject({ version: '2026-03-02', isAccepted: false })
  const old = await shop.post('/users/acceptTerms', { data: { version } }, vendor.headers)
  expect(old).toMatchObject({ status: 409, body: { code: 'terms_changed' } })
  await shop.post('/users/acceptTerms', { data: { version: '2026-03-02' } }, vendor.headers)
  const { body: data } = await shop.get('/users/exportData', vendor.headers)
  expect(data).toMatchObject({ more: { acceptedTerms: [{ version }, { version: '2026-03-02' }] } })
})

test('refuses a text with unknown placeholders or no content, and removes scripts', async () => {
  const owner = await createOwner()
  const { text } = await readText('imprint', owner.headers)
  const save = (body: string) =>
    shop.post(`${PATH}/imprint`, { title: 'Imprint', body, from: text.version }, owner.headers)
  expect(await save('We are {{ company name }}.')).toMatchObject({
    status: 400,
    body: { code: 'unknown_placeholder', message: expect.stringContaining('{{company name}}') },
  })
  expect(await save('<script>alert(1)</script>')).toMatchObject({ status: 400, body: { code: 'empty_text' } })
  expect((await save('x'.repeat(100_001))).status).toBe(400)
  expect((await readText('imprint', owner.headers)).text).toEqual(text)
  const preview = await shop.post(
    `${PATH}/imprint/preview`,
    { body: 'Hello <img src=x onerror=alert(1)><a href="javascript:alert(1)">you</a>' },
    owner.headers,
  )
  expect(preview.body).toMatchObject({ html: '<p>Hello <a>you</a></p>\n' })
})

test('of two concurrent changes to a text, one is refused; roles other than owner are refused', async () => {
  const owner = await createOwner()
  const { version: from } = await readPublicText('returns')
  const save = (body: string) => shop.post(`${PATH}/returns`, { title: 'Returns', body, from }, owner.headers)
  const answers = await Promise.all([save('One.'), save('Two.')])
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
  expect(answers.find(({ status }) => status === 409)?.body).toMatchObject({ code: 'changed_meanwhile' })
  const finance = await createTestOperator(db, shop.now(), ['finance'])
  expect((await shop.get(`${PATH}/returns`, finance.headers)).status).toBe(200)
  const change = { title: 'Returns', body: 'Three.', from: '2026-03-02' }
  expect((await shop.post(`${PATH}/returns`, change, finance.headers)).status).toBe(403)
  await db.execute(sql`update sessions set confirmed_until = null`)
  expect(await shop.post(`${PATH}/returns`, change, owner.headers)).toMatchObject({
    status: 403,
    body: { code: 'password_needed' },
  })
})
