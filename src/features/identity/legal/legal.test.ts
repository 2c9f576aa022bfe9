import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { type Company, EXAMPLE_COMPANY } from '#core/company/company.ts'
import { createTestShop } from '#tests/shop/shop.ts'
import { LEGAL_NAMES } from './contract.ts'
import { listPlaceholders, readLegalTexts, renderLegalText } from './texts.ts'

const dir = mkdtempSync(path.join(tmpdir(), 'cabochon-legal-'))
afterAll(() => rmSync(dir, { recursive: true }))

const shop = await createTestShop({
  OPERATOR: '{"name":"Ring & Co","street":"1 Quai","city":"Lyon","postcode":"69002","country":"FR"}',
  SUPPORT_EMAIL: 'help@ring.example',
})

test('every legal text is available, dated, names the operator and has no open placeholders [LOGIN-02]', async () => {
  for (const name of LEGAL_NAMES) {
    const { status, body } = await shop.get(`/shop/getLegalText/${name}`)
    expect(status).toBe(200)
    expect(body).toMatchObject({
      text: { title: expect.any(String), version: expect.stringMatching(/^2026-/), html: expect.any(String) },
    })
    const html = JSON.stringify(body)
    expect(html).toContain('help@ring.example')
    expect(html).not.toContain('{{')
  }
  const { text: terms } = await shop.get('/shop/getLegalText/terms')
  expect(terms).toContain('governed by the law of France')
  expect(terms).toContain('between you and Ring &amp; Co, 1 Quai, Lyon 69002, France')
})

test('refuses an unknown legal text', async () => {
  expect((await shop.get('/shop/getLegalText/cookies')).status).toBe(400)
})

const render = (body: string, company: Company = EXAMPLE_COMPANY, replicaCookie?: string) =>
  renderLegalText(
    body,
    listPlaceholders(company, { publicUrl: 'https://shop.example', returnDays: 30, replicaCookie }),
  )

test('the privacy policy names the cookie of reads from replicas only where there are replicas', () => {
  const { body } = readLegalTexts(undefined).privacy
  expect(render(body)).not.toContain('state of our database')
  expect(render(body, EXAMPLE_COMPANY, 'seen')).toContain(
    'the cookie “seen” notes which state of our database',
  )
})

test('omits lines about company details that are not set', () => {
  const { body } = readLegalTexts(undefined).imprint
  const bare = render(body, { ...EXAMPLE_COMPANY, phone: undefined })
  expect(bare).not.toMatch(/Telephone|Registration|Tax number|Represented by/)
  const html = render(body, { ...EXAMPLE_COMPANY, registration: 'UEN 202400001A', director: 'Mei Tan' })
  expect(html).toContain('<li>Registration: UEN 202400001A</li>')
  expect(html).toContain('<li>Represented by: Mei Tan</li>')
})

test('an operator’s file replaces a legal text, without scripts; one without a version is refused at start', () => {
  const file = path.join(dir, 'terms.md')
  writeFileSync(
    file,
    '# Our terms\n\nVersion: 2027-01-31\n\n## One\n\nBe kind. <script>alert(1)</script>{{website}}\n',
  )
  const { terms, privacy } = readLegalTexts(dir)
  expect(terms.version).toBe('2027-01-31')
  expect(terms).toMatchObject({ title: 'Our terms' })
  expect(render(terms.body)).toBe('<h2>One</h2>\n<p>Be kind. shop.example</p>\n')
  expect(privacy.title).toBe('Privacy Policy')
  writeFileSync(file, '# Our terms\n\nBe kind.\n')
  expect(() => readLegalTexts(dir)).toThrowError(/terms\.md must begin with "# Title"/)
})
