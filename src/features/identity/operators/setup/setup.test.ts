import { expect, test } from 'vitest'
import { deriveKey } from '#platform/security/sealing.ts'
import { createSignedInAccount } from '#tests/shop/accounts.ts'
import { createTestShop } from '#tests/shop/shop.ts'

const shop = await createTestShop()
const token = await deriveKey({ secretsKey: Buffer.alloc(32, 7), dataDir: '' }, 'operator-setup')

const FORM = {
  token,
  firstName: 'Ola',
  lastName: 'Berg',
  email: 'Ola@ops.example',
  password: 'seven green lanterns',
}
const create = (change: object = {}) => shop.post('/operator/setup', { ...FORM, ...change })

test('a new shop’s setup link creates the first operator as an owner, and works once', async () => {
  expect(await create()).toMatchObject({
    status: 200,
    body: { message: 'Your account is ready. Sign in with it.' },
  })
  const login = await shop.post('/users/login', {
    data: { email: 'ola@ops.example', password: FORM.password },
  })
  expect(login).toMatchObject({ status: 200, body: { userData: { type: 'operator', firstName: 'Ola' } } })
  const owner = await createSignedInAccount(shop.db, shop.now(), { type: 'operator' })
  const log = await shop.get('/operator/audit-log?kind=account', owner.headers)
  expect(log.body).toMatchObject({
    entries: [
      {
        action: 'Created the first operator',
        after: { email: 'o•••@ops.example', roles: ['owner'] },
      },
    ],
  })
  expect(await create({ email: 'other@ops.example' })).toMatchObject({
    status: 409,
    body: { code: 'setup_link_over' },
  })
})

test('refuses a wrong token, a weak password and a taken address, and creates no account', async () => {
  const vendor = await createSignedInAccount(shop.db, shop.now())
  expect(await create({ token: 'x' })).toMatchObject({ status: 409, body: { code: 'setup_link_over' } })
  expect(await create({ token: '' })).toMatchObject({ status: 409, body: { code: 'setup_link_over' } })
  expect(await create({ password: 'password' })).toMatchObject({ status: 400, body: { code: 'form_faulty' } })
  expect(await create({ email: 'nobody' })).toMatchObject({ status: 400, body: { code: 'form_faulty' } })
  expect(await create({ email: vendor.email })).toMatchObject({ status: 409, body: { code: 'email_taken' } })
  expect((await create()).status).toBe(200)
})

test('two concurrent uses of the setup link create one operator', async () => {
  const answers = await Promise.all([create(), create({ email: 'other@ops.example' })])
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
})
