import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { accounts } from '#features/identity/accounts/tables.ts'
import { createSession, createSignedInAccount, createTestOperator, PASSWORD } from '#tests/shop/accounts.ts'
import { createTestSupplier } from '#tests/shop/factories.ts'
import { createTestShop } from '#tests/shop/shop.ts'
import { enableFactor } from '#tests/steps/second-factor.ts'
import { readEmails } from '#tests/steps/sign-in.ts'

const shop = await createTestShop()
const { db } = shop

const createOwner = () => createSignedInAccount(db, shop.now(), { type: 'operator', withPassword: true })
const INVITATION = { email: 'Ola@ops.example', firstName: 'Ola', lastName: 'Berg', roles: ['support'] }

test('an owner invites an operator, who is emailed and has the role from the first call', async () => {
  const owner = await createOwner()
  const invited = await shop.post('/operator/operators', INVITATION, owner.headers)
  expect(invited).toMatchObject({ status: 200, body: { message: 'The invitation is sent.' } })
  const [email] = await readEmails(shop, 'ola@ops.example')
  expect(email).toMatchObject({
    subject: 'You’re now an operator',
    text: expect.stringContaining('/forget-password'),
  })
  const [account] = await db.select().from(accounts).where(eq(accounts.email, 'ola@ops.example'))
  const { headers } = await createSession(db, account?.id ?? 0, shop.now())
  expect(await shop.get('/operator/self', headers)).toMatchObject({ body: { roles: ['support'] } })
  expect(await shop.get('/ledger/postings', headers)).toMatchObject({
    status: 403,
    body: { message: 'Your role doesn’t include money. Ask the owner.' },
  })
  const log = await shop.get('/operator/audit-log?kind=account', owner.headers)
  expect(log.body).toMatchObject({
    entries: [{ action: 'Invited an operator', after: { email: 'o•••@ops.example', roles: ['support'] } }],
  })
})

test('refuses to invite an address with an account, and an invitation without a role', async () => {
  const owner = await createOwner()
  const vendor = await createSignedInAccount(db, shop.now())
  const invite = (change: object) =>
    shop.post('/operator/operators', { ...INVITATION, ...change }, owner.headers)
  expect(await invite({ email: vendor.email })).toMatchObject({ status: 409, body: { code: 'email_taken' } })
  expect(await invite({ email: 'no address' })).toMatchObject({ status: 400, body: { code: 'form_faulty' } })
  expect((await invite({ roles: [] })).status).toBe(400)
  expect((await invite({ roles: ['owner', 'support'] })).status).toBe(400)
})

test('two owners who demote each other concurrently: one is refused, so that an owner remains', async () => {
  const [one, other] = [await createOwner(), await createOwner()]
  const demote = (by: typeof one, whom: typeof one) =>
    shop.post(`/operator/operators/${whom.publicId}/roles`, { roles: ['finance'] }, by.headers)
  const answers = await Promise.all([demote(one, other), demote(other, one)])
  // The second call is refused as it demotes the last owner, or as its sender is no owner any more.
  const [accepted, refusal] = answers.toSorted((a, b) => a.status - b.status)
  expect(accepted?.status).toBe(200)
  expect(['409 last_owner', '403 permission_missing']).toContain(
    `${refusal?.status} ${String(Reflect.get(Object(refusal?.body), 'code'))}`,
  )
})

test('a change of roles takes effect immediately, is emailed, and requires the password', async () => {
  const owner = await createOwner()
  const operator = await createTestOperator(db, shop.now(), ['catalogue'])
  expect((await shop.get('/operator/accounts', operator.headers)).status).toBe(403)
  const path = `/operator/operators/${operator.publicId}/roles`
  await shop.post(path, { roles: ['support', 'catalogue'] }, owner.headers)
  expect((await shop.get('/operator/accounts', operator.headers)).status).toBe(200)
  const [email] = await readEmails(shop, operator.email)
  expect(email?.text).toContain('Support and Catalogue')
  await db.execute(sql`update sessions set confirmed_until = null`)
  expect(await shop.post(path, { roles: ['support'] }, owner.headers)).toMatchObject({
    status: 403,
    body: { code: 'password_needed' },
  })
})

test('support can sign an account out and reset its second factor, but not an operator’s', async () => {
  const support = await createTestOperator(db, shop.now(), ['support'])
  const vendor = await createSignedInAccount(db, shop.now(), { withPassword: true })
  await enableFactor(shop, vendor)
  const change = (id: string, what: string) =>
    shop.post(`/operator/accounts/${id}/${what}`, { reason: 'Lost the phone' }, support.headers)
  expect((await change(vendor.publicId, 'reset-second-factor')).status).toBe(200)
  expect((await shop.get('/users/profile', vendor.headers)).status).toBe(401)
  expect(await change(vendor.publicId, 'reset-second-factor')).toMatchObject({ body: { code: 'not_on' } })
  const [email] = await readEmails(shop, vendor.email)
  expect(email?.subject).toBe('Two-factor sign-in is off')
  const owner = await createOwner()
  for (const what of ['end-sessions', 'reset-second-factor', 'close'])
    expect(await change(owner.publicId, what)).toMatchObject({
      status: 403,
      body: { code: 'permission_missing' },
    })
  expect((await shop.get('/operator/self', owner.headers)).status).toBe(200)
})

test('an owner closes an account with a reason in the log, but not their own or the last owner’s', async () => {
  const owner = await createOwner()
  const store = await createTestSupplier(db)
  const supplier = await createSignedInAccount(db, shop.now(), { type: 'manufacturer', owns: store })
  const [{ email } = { email: '' }] = await db.select().from(accounts).where(eq(accounts.id, supplier.id))
  const close = (id: string) =>
    shop.post(`/operator/accounts/${id}/close`, { reason: 'As the user asked' }, owner.headers)
  expect((await close(supplier.publicId)).status).toBe(200)
  expect((await shop.get('/users/profile', supplier.headers)).status).toBe(401)
  const [sent] = await readEmails(shop, email)
  expect(sent).toMatchObject({
    subject: 'Your account is closed',
    text: expect.stringContaining('We closed your account and deleted your personal data.'),
  })
  expect(sent?.text).not.toContain('As requested')
  expect(await close(supplier.publicId)).toMatchObject({ status: 404 })
  expect(await close(owner.publicId)).toMatchObject({ status: 409, body: { code: 'own_account' } })
  const found = await shop.get(`/operator/accounts/${supplier.publicId}`, owner.headers)
  expect(found.body).toMatchObject({ account: { name: '', email: '', closedAt: expect.any(String) } })
  const log = await shop.get('/operator/audit-log?kind=account', owner.headers)
  expect(log.body).toMatchObject({
    entries: [{ action: 'Closed an account', after: { closed: true, reason: 'As the user asked' } }],
  })
})

test('the last owner cannot close their own account; with a second owner they can', async () => {
  const finance = await createTestOperator(db, shop.now(), ['finance'])
  const owner = await createOwner()
  await db.execute(
    sql`update accounts set closed_at = now() where type = 'operator' and id not in (${owner.id}, ${finance.id})`,
  )
  const close = ({ headers }: typeof owner) =>
    shop.post('/users/closeAccount', { data: { password: PASSWORD } }, headers)
  expect(await close(owner)).toMatchObject({ status: 409, body: { code: 'last_owner' } })
  expect((await close(finance)).status).toBe(200)
  await createOwner()
  expect((await close(owner)).status).toBe(200)
})

test('an owner cannot reset their own second factor without a code', async () => {
  const owner = await createOwner()
  await enableFactor(shop, owner)
  const path = `/operator/accounts/${owner.publicId}/reset-second-factor`
  expect(await shop.post(path, { reason: 'Lost the phone' }, owner.headers)).toMatchObject({
    status: 409,
    body: { code: 'own_account' },
  })
})
