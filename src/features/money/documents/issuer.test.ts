import { expect, test } from 'vitest'
import { DAY } from '#core/time.ts'
import { createSignedInAccount, createTestOperator } from '#tests/shop/accounts.ts'
import { extractPdfTexts } from '#tests/oracles/pdf-text.ts'
import { createTestShop, SHOP_URL } from '#tests/shop/shop.ts'
import { createPaidOrder } from '#tests/steps/supplier-orders.ts'

const shop = await createTestShop()
const { db } = shop

const NORTH = {
  name: 'North Star Jewels AS',
  lines: ['Karl Johans gate 1', '0154 Oslo', 'Norway'],
  version: 0,
}

async function readInvoice(purchaseId: string): Promise<string[]> {
  const answer = await shop.app.http.request(`${SHOP_URL}/orders/${purchaseId}/invoice`)
  return extractPdfTexts(new Uint8Array(await answer.arrayBuffer()))
}

const createOwner = () => createSignedInAccount(db, shop.now(), { type: 'operator', withPassword: true })

test('a changed issuer appears on later invoices, not on those already issued', async () => {
  const old = await createPaidOrder(shop)
  const before = await readInvoice(old.purchaseId)
  expect(before).toContain('Cabochon Pte. Ltd.')
  shop.passTime(DAY)
  const path = '/operator/settings/issuer'
  const owner = await createOwner()
  expect((await shop.post(path, NORTH, owner.headers)).status).toBe(200)
  const next = await readInvoice((await createPaidOrder(shop)).purchaseId)
  expect(next).toEqual(expect.arrayContaining(['North Star Jewels AS', '0154 Oslo']))
  expect(next).not.toContain('Cabochon Pte. Ltd.')
  expect(await readInvoice(old.purchaseId)).toEqual(before)
  const settings = await shop.get(path, owner.headers)
  expect(settings.body).toMatchObject({
    issuer: { name: 'North Star Jewels AS' },
    history: [
      { issuer: { name: 'North Star Jewels AS' }, savedBy: `${owner.firstName} ${owner.lastName}` },
      { issuer: { name: 'Cabochon Pte. Ltd.' }, validFrom: null, savedBy: null },
    ],
  })
  const log = await shop.get('/operator/audit-log?kind=settings', owner.headers)
  expect(log.body).toMatchObject({
    entries: [{ action: 'Changed the issuer of documents', before: { name: 'Cabochon Pte. Ltd.' } }],
  })
})

test('of two concurrent changes of the issuer one is refused', async () => {
  const [one, other] = [await createOwner(), await createOwner()]
  const save = (by: typeof one, name: string) =>
    shop.post('/operator/settings/issuer', { ...NORTH, name }, by.headers)
  const answers = await Promise.all([save(one, 'One Ltd'), save(other, 'Other Ltd')])
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
  expect(answers.find(({ status }) => status === 409)?.body).toMatchObject({ code: 'changed_meanwhile' })
})

test('an issuer requires a name and an address, and only owners can change it', async () => {
  const owner = await createOwner()
  const save = (change: object, headers = owner.headers) =>
    shop.post('/operator/settings/issuer', { ...NORTH, ...change }, headers)
  expect(await save({ name: ' ' })).toMatchObject({ status: 400, body: { code: 'invalid_input' } })
  expect((await save({ lines: ['', ' '] })).status).toBe(400)
  const finance = await createTestOperator(db, shop.now(), ['finance'])
  expect((await shop.get('/operator/settings/issuer', finance.headers)).status).toBe(200)
  expect(await save({}, finance.headers)).toMatchObject({
    status: 403,
    body: { message: 'Your role can see settings, but not change them. Ask the owner.' },
  })
})
