import { expect, test } from 'vitest'
import { MINUTE } from '#core/time.ts'
import { readEmailedCode, listEmailTexts, createSocialShop } from '#tests/fakes/social.ts'

const { shop, facebook, byFacebook } = await createSocialShop({ LIMIT_FACTOR: '1' })
const VICTIM = 'mei.tan@gmail.com'

test('at most four codes an hour are emailed to an address from one network, for all social sign-ins together', async () => {
  const statuses = []
  for (let thief = 0; thief < 8; thief++) {
    const id = `thief ${thief}`
    facebook.token(`EAAB_${thief}`, { inspection: { user_id: id }, me: { id, email: VICTIM } })
    shop.passTime(2 * MINUTE)
    statuses.push((await byFacebook(`EAAB_${thief}`)).status)
  }
  expect(statuses).toEqual([409, 409, 409, 409, 429, 429, 429, 429])
  expect(await listEmailTexts(shop.db, VICTIM)).toHaveLength(4)
})

test('limits sign-in attempts per IP address, with Retry-After', async () => {
  let answer = await byFacebook('EAAB_invented')
  for (let call = 1; call < 40; call++) answer = await byFacebook('EAAB_invented')
  expect(answer.status).toBe(401)
  answer = await byFacebook('EAAB_invented')
  expect([answer.status, answer.body]).toMatchObject([429, { success: false, code: 'too_many_requests' }])
  expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0)
})

test('codes cannot be guessed by requesting one after another', async () => {
  facebook.token('EAAB_mei', { me: { email: VICTIM } })
  let guesses = 0
  for (let code = 0; code < 8; code++) {
    shop.passTime(MINUTE)
    if ((await byFacebook('EAAB_mei')).status === 429) break
    const right = await readEmailedCode(shop.db, VICTIM)
    for (let guess = 0; guess < 6; guess++) {
      const otp = String((Number(right) + 1 + guess) % 1_000_000).padStart(6, '0')
      const { body } = await byFacebook('EAAB_mei', { otp })
      if (body instanceof Object && Reflect.get(body, 'code') === 'code_wrong') guesses += 1
    }
  }
  expect(guesses).toBeGreaterThan(0)
  expect(guesses).toBeLessThanOrEqual(20)
})
