import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { queryRows } from '#database/database.ts'
import { HOUR, MINUTE } from '#core/time.ts'
import { SHOP_URL, createTestShop } from '#tests/shop/shop.ts'
import {
  confirmSubscription,
  getSubscription,
  resumeSubscription,
  subscribe,
  unsubscribe,
} from '../contract.ts'

const shop = await createTestShop()
const DAY = 24 * HOUR
const EMAIL = 'mei@shopper.example'

type TestEmail = { to: string; subject: string; text: string; links: string[]; unsubscribeUrl?: string }

/** Returns all emails so far, oldest first. */
async function readEmails(): Promise<TestEmail[]> {
  await shop.work()
  const { text } = await shop.get('/dev/mail.json')
  const read: TestEmail[] = JSON.parse(text)
  return read.toReversed()
}

/** Subscribes an address; returns the token of its confirmation email. */
async function inviteSubscriber(email = EMAIL): Promise<string> {
  await shop.call(subscribe, { body: { email } })
  const [received] = (await readEmails()).filter(({ to }) => to === email.toLowerCase())
  return /token=(nws_[0-9a-f]{32})/.exec(received?.links[0] ?? '')?.[1] ?? ''
}

async function getStatus(token: string): Promise<string> {
  return (await shop.call(getSubscription, { query: { token } })).subscription.status
}

function listSubscribers(): Promise<{ email: string; state: string }[]> {
  return queryRows(shop.db, sql`select email, state from newsletter_subscribers order by id`)
}

test('a subscription gets a link by email, and opening it alone does not confirm [FOOT-09]', async () => {
  const token = await inviteSubscriber()
  expect(await readEmails()).toMatchObject([
    {
      to: EMAIL,
      subject: 'Confirm your subscription',
      links: [
        `${SHOP_URL}/newsletter/confirm?token=${token}`,
        `${SHOP_URL}/newsletter/unsubscribe?token=${token}`,
      ],
    },
  ])
  expect(await shop.call(getSubscription, { query: { token } })).toMatchObject({
    subscription: { status: 'pending', email: 'm•••@shopper.example' },
  })
  expect(await listSubscribers()).toEqual([{ email: EMAIL, state: 'pending' }])
})

test('a confirmed subscriber gets one welcome email with one-click unsubscribe', async () => {
  const token = await inviteSubscriber()
  for (const _ of ['once', 'twice']) {
    const { message, subscription } = await shop.call(confirmSubscription, { query: { token } })
    expect([message, subscription.status]).toEqual(['You are subscribed.', 'confirmed'])
  }
  const unsubscribeUrl = `${SHOP_URL}/newsletter/unsubscribe?token=${token}`
  expect(await readEmails()).toMatchObject([{}, { subject: 'Welcome to our newsletter', unsubscribeUrl }])
  expect((await readEmails())[1]?.text).toContain(`Unsubscribe: ${unsubscribeUrl}`)
})

test('every address gets the same answer, known or not, and is stored once regardless of case [FOOT-09]', async () => {
  const token = await inviteSubscriber()
  const fresh = await shop.post('/shop/subscribe', { email: 'new@shopper.example' })
  const pending = await shop.post('/shop/subscribe', { email: 'MEI@shopper.example' })
  await shop.call(confirmSubscription, { query: { token } })
  const confirmed = await shop.post('/shop/subscribe', { email: EMAIL })
  await shop.call(unsubscribe, { query: { token } })
  const unsubscribed = await shop.post('/shop/subscribe', { email: EMAIL })
  for (const answer of [pending, confirmed, unsubscribed])
    expect([answer.status, answer.text]).toEqual([200, fresh.text])
  expect(await listSubscribers()).toHaveLength(2)
})

test('refuses an invalid address with the reason', async () => {
  for (const email of ['', 'nowhere', 'a@b', 'a@b.example c@d.example']) {
    const { status, body } = await shop.post('/shop/subscribe', { email })
    expect([status, body]).toMatchObject([
      400,
      { success: false, code: 'bad_email', message: 'Enter a valid email address.' },
    ])
  }
  expect(await listSubscribers()).toEqual([])
})

test('confirmation emails to one address are limited, each with a longer wait than the one before', async () => {
  const waits = [0, 9 * MINUTE, 1 * MINUTE, 59 * MINUTE, 1 * MINUTE, 5 * HOUR, 1 * HOUR]
  const sent: number[] = []
  for (const wait of waits) {
    shop.passTime(wait)
    await shop.call(subscribe, { body: { email: EMAIL } })
    sent.push((await readEmails()).length)
  }
  expect(sent).toEqual([1, 1, 2, 2, 3, 3, 4])
})

test('all spellings of a mailbox share the limit of confirmation emails, also concurrently', async () => {
  const addresses = ['m.ei@gmail.com', 'mei+1@gmail.com', 'M.E.I+x+y@googlemail.com', 'me.i@gmail.com']
  await Promise.all(addresses.map((email) => shop.call(subscribe, { body: { email } })))
  expect(await readEmails()).toHaveLength(1)
  for (const [wait, sent] of [
    [9 * MINUTE, 1],
    [1 * MINUTE, 2],
    [59 * MINUTE, 2],
    [1 * MINUTE, 3],
  ] as const) {
    shop.passTime(wait)
    for (const email of [...addresses, `new+${sent}@gmail.com`.replace('new', 'mei')])
      await shop.call(subscribe, { body: { email } })
    expect([wait, (await readEmails()).length]).toEqual([wait, sent])
  }
  await shop.call(subscribe, { body: { email: 'm.ei@shopper.example' } })
  await shop.call(subscribe, { body: { email: EMAIL } })
  expect(await readEmails()).toHaveLength(5)
})

test('a confirmation link works for 7 days; afterwards a new subscription sends a new one', async () => {
  const token = await inviteSubscriber()
  shop.passTime(7 * DAY)
  expect(await getStatus(token)).toBe('pending')
  shop.passTime(1)
  expect(await getStatus(token)).toBe('expired')
  const late = await shop.post(`/shop/newsletter/confirm?token=${token}`, {})
  expect([late.status, late.body]).toMatchObject([409, { code: 'link_expired' }])
  await shop.call(subscribe, { body: { email: EMAIL } })
  expect(await readEmails()).toHaveLength(2)
  expect((await shop.call(confirmSubscription, { query: { token } })).subscription.status).toBe('confirmed')
})

test('unsubscribing removes the address and can be undone, and a new subscription needs a confirmation', async () => {
  const token = await inviteSubscriber()
  await shop.call(confirmSubscription, { query: { token } })
  for (const _ of ['once', 'twice'])
    expect((await shop.call(unsubscribe, { query: { token } })).subscription.status).toBe('unsubscribed')
  expect((await shop.call(confirmSubscription, { query: { token } })).subscription.status).toBe(
    'unsubscribed',
  )
  for (const _ of ['once', 'twice'])
    expect((await shop.call(resumeSubscription, { query: { token } })).subscription.status).toBe('confirmed')
  await shop.call(unsubscribe, { query: { token } })
  shop.passTime(HOUR)
  await shop.call(subscribe, { body: { email: EMAIL } })
  expect(await getStatus(token)).toBe('pending')
  expect(
    (await readEmails()).filter(({ subject }) => subject.includes('Confirm your subscription')),
  ).toHaveLength(2)
})

test('undoing an unsubscription does not confirm an unconfirmed address', async () => {
  const token = await inviteSubscriber()
  expect((await shop.call(resumeSubscription, { query: { token } })).subscription.status).toBe('pending')
})

test('a mail program unsubscribes by one POST from any origin, without a redirect (RFC 8058)', async () => {
  const token = await inviteSubscriber()
  await shop.call(confirmSubscription, { query: { token } })
  const [, welcome] = await readEmails()
  const answer = await shop.app.http.request(welcome?.unsubscribeUrl ?? '', {
    method: 'POST',
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      origin: 'https://mail.example',
      'sec-fetch-site': 'cross-site',
    },
    body: 'List-Unsubscribe=One-Click',
  })
  expect(answer.status).toBe(200)
  expect(await listSubscribers()).toEqual([{ email: EMAIL, state: 'unsubscribed' }])
})

test('refuses an unknown or malformed link, and changes nothing', async () => {
  const token = `nws_${'0'.repeat(32)}`
  for (const path of ['confirm', 'unsubscribe', 'resume']) {
    expect((await shop.post(`/shop/newsletter/${path}?token=${token}`, {})).status).toBe(404)
    expect((await shop.post(`/shop/newsletter/${path}?token=x`, {})).status).toBe(400)
  }
  expect((await shop.get(`/shop/newsletter?token=${token}`)).status).toBe(404)
})

test('unconfirmed addresses are deleted after 30 days', async () => {
  await inviteSubscriber('silent@shopper.example')
  await shop.call(confirmSubscription, { query: { token: await inviteSubscriber() } })
  const forget = async () => {
    await shop.app.jobs.enqueue(shop.db, { job: 'contact.forget_unconfirmed', input: {} })
    await shop.work()
    return (await listSubscribers()).map(({ email }) => email)
  }
  shop.passTime(30 * DAY)
  expect(await forget()).toHaveLength(2)
  shop.passTime(1)
  expect(await forget()).toEqual([EMAIL])
})
