import { expect, test } from 'vitest'
import { readLegalTexts } from '#features/identity/legal/texts.ts'
import { toBearerHeader, signIn, parseUserData, createVerifiedAccountId } from '#tests/steps/sign-in.ts'
import { createSignedInAccount } from '#tests/shop/accounts.ts'
import { createTestShop } from '#tests/shop/shop.ts'

const shop = await createTestShop()
const { version } = readLegalTexts(undefined).terms

type Headers = Readonly<Record<string, string>>

async function getTermsState(headers: Headers) {
  return (await shop.get('/users/getTermsState', headers)).body
}

const postAcceptance = (headers: Headers, accepted: string) =>
  shop.post('/users/acceptTerms', { data: { version: accepted } }, headers)

test('signing up accepts the current terms, which the data export shows [LOGIN-02]', async () => {
  await createVerifiedAccountId(shop)
  const headers = toBearerHeader(parseUserData(await signIn(shop)))
  expect(await getTermsState(headers)).toMatchObject({ version, isAccepted: true })
  const { body } = await shop.get('/users/exportData', headers)
  expect(body).toMatchObject({ more: { acceptedTerms: [{ version, acceptedAt: shop.now().toISOString() }] } })
})

test('an account that accepted other terms is asked to accept the current ones; accepting twice has no effect [LOGIN-02]', async () => {
  const { headers } = await createSignedInAccount(shop.db, shop.now())
  expect(await getTermsState(headers)).toMatchObject({ version, isAccepted: false })
  for (const _ of ['the first time', 'again'])
    expect((await postAcceptance(headers, version)).status).toBe(200)
  expect(await getTermsState(headers)).toMatchObject({ isAccepted: true })
})

test('only the current version of the terms can be accepted', async () => {
  const { headers } = await createSignedInAccount(shop.db, shop.now())
  expect(await postAcceptance(headers, '2020-01-01')).toMatchObject({
    status: 409,
    body: { code: 'terms_changed' },
  })
  expect(await getTermsState(headers)).toMatchObject({ isAccepted: false })
})

test('operators do not have to accept the terms', async () => {
  const { headers } = await createSignedInAccount(shop.db, shop.now(), { type: 'operator' })
  expect(await getTermsState(headers)).toMatchObject({ isAccepted: true })
})
