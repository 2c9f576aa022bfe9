import { sql } from 'drizzle-orm'
import type { Locator, Page } from 'playwright-core'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { personSignedIn } from '#tests/shop/people.ts'
import { until } from '#tests/shop/running-shop.ts'
import { browserShop } from '../steps/browser-shop.ts'
import { callOf, eventually, hasFocus, remembering, tabTo } from '../steps/checkout-steps.ts'
import { DESK, expectSound, PHONE } from '../steps/chromium.ts'
import { sentOrder } from '../steps/order-steps.ts'
import { openedPage, toastOf } from '../shop/storefront.ts'

const { shop, db, browser } = await browserShop()

const PHOTO = {
  name: 'clasp.png',
  mimeType: 'image/png',
  buffer: await sharp({ create: { width: 600, height: 400, channels: 3, background: '#8c7a5a' } })
    .png()
    .toBuffer(),
}

const casesOf = async (purchase: string) =>
  (await callOf(shop.url)('GET /orders/{purchase}/cases', { params: { purchase } })).cases

/** The links of the mails to the guest whose subject has a word. */
async function linksAbout(word: string): Promise<string[]> {
  const answer = await fetch(`${shop.url}/dev/mail.json?to=${encodeURIComponent('guest@shopper.example')}`)
  const mails: { subject: string; links: string[] }[] = JSON.parse(await answer.text())
  return mails.filter(({ subject }) => subject.includes(word)).flatMap(({ links }) => links)
}

/** Opens the form at a part; gives the part. */
async function formAt(page: Page, supplier: string): Promise<Locator> {
  const part = page.getByRole('region', { name: supplier, exact: true })
  await part.getByRole('button', { name: /^Something is wrong with these pieces/ }).click()
  await eventually(() => part.getByRole('heading', { level: 4 }).evaluate(isActive)).toBe(true)
  return part
}

const isActive = (element: Element): boolean => element === document.activeElement

test('a guest opens a case with a photo; what the supplier proposes is accepted by the keyboard, and goes back', async () => {
  const order = await sentOrder({ shopUrl: shop.url, db }, 'Harbour Setting')
  const { page, errors, close } = await openedPage(browser, {
    address: `${shop.url}/dashboard?order=${order.id}`,
    options: PHONE,
  })
  const part = await formAt(page, 'Harbour Setting')
  await part.getByRole('button', { name: 'Open the case' }).click()
  await part.getByText('Please choose what is wrong.').waitFor()
  await eventually(() => part.getByRole('radio', { name: 'It came damaged' }).evaluate(isActive)).toBe(true)
  await part.getByRole('radio', { name: 'It came damaged' }).check()
  await part.getByLabel('The reason').selectOption('It is broken')
  await part.getByLabel('What happened?').fill('The clasp came off when I opened the box.')
  await part.getByLabel('Pictures to send').first().setInputFiles(PHOTO)
  await part.getByRole('img', { name: 'clasp.png' }).waitFor()
  await expectSound(page)
  await part.getByRole('button', { name: 'Open the case' }).click()
  await toastOf(
    page,
    'success',
    'Your case is open. The workshop is asked to answer within three days.',
  ).waitFor()
  const found = part.getByRole('article', { name: 'Your case. Damaged: it is broken' })
  await found.getByText('It is Harbour Setting’s turn to answer').waitFor()
  await found.getByRole('button', { name: 'Show photo 1 of 1 in full' }).waitFor()
  await expectSound(page)

  const [opened] = await casesOf(order.id)
  const offer = { action: 'propose', amount: 2_000, withReturn: false, text: 'We mend it, and are sorry.' }
  await order.ownerAt(`/cases/${opened?.id}/act`, offer)
  await until('the mail', async () => (await linksAbout('proposal')).length > 0)
  const [link] = await linksAbout('proposal')
  await close()
  expect(link).toBe(`${shop.url}/dashboard?order=${order.id}#case-${opened?.id}`)
  await acceptedAt(link ?? '')
  expect(errors).toEqual([])
})

/** By the link of the mail, at a desk, and with the keyboard alone. */
async function acceptedAt(link: string): Promise<void> {
  const { page, errors, close } = await openedPage(browser, { address: link, options: DESK })
  const found = page.getByRole('article', { name: 'Your case. Damaged: it is broken' })
  await found.getByText(/Harbour Setting proposed: \$20\.00 goes back to you, and nothing/).waitFor()
  await eventually(() => found.evaluate(isActive)).toBe(true)
  await expectSound(page)
  await tabTo(page, found.getByRole('button', { name: 'Accept' }))
  await page.keyboard.press('Enter')
  await tabTo(page, found.getByRole('button', { name: 'Yes, accept' }))
  await page.keyboard.press('Enter')
  const over = found.getByText(
    'You and Harbour Setting have agreed. $20.00 goes back to you the way you paid.',
  )
  await over.waitFor()
  await eventually(() => hasFocus(over)).toBe(true)
  await page.getByText('Goes back to you', { exact: true }).waitFor()
  expect(await found.getByRole('button', { name: /Accept|Send message/ }).count()).toBe(0)
  await expectSound(page)
  expect(errors).toEqual([])
  await close()
}

test('what is sent back is asked for, argued about and sent, and what the page does not know yet is told', async () => {
  const order = await sentOrder({ shopUrl: shop.url, db }, 'Hockley Bench')
  const { page, close } = await openedPage(browser, {
    address: `${shop.url}/dashboard?order=${order.id}`,
    options: PHONE,
  })
  const part = await formAt(page, 'Hockley Bench')
  await part.getByRole('radio', { name: 'I want to send it back' }).check()
  await part.getByLabel('The reason').selectOption('It does not fit')
  await part.getByLabel('What happened?').fill('The ring is two sizes too small for me.')
  await part.getByRole('button', { name: 'Open the case' }).click()
  const found = part.getByRole('article', { name: 'Your case. Return: it does not fit' })
  await found.getByText('$200.00 goes back to you once you have sent the pieces back').first().waitFor()

  const [opened] = await casesOf(order.id)
  const act = (body: object) => order.ownerAt(`/cases/${opened?.id}/act`, body)
  await act({ action: 'propose', amount: 1_000, withReturn: false })
  await found.getByLabel('Write to Hockley Bench').fill('Is anybody there?')
  await found.getByRole('button', { name: 'Send message' }).click()
  await found.getByText('Your message is sent.').waitFor({ state: 'attached' })
  await found.getByRole('button', { name: 'Propose something else' }).click()
  await found.getByLabel('Amount in US dollars').fill('500')
  await found.getByRole('button', { name: 'Propose this' }).click()
  await found.getByText('At most $202.06 can go back.').waitFor()
  await page.setViewportSize({ width: 320, height: 700 })
  await expectSound(page)
  await found.getByLabel('Amount in US dollars').fill('180')
  await found.getByLabel('I send the pieces back for it').check()
  await found.getByRole('button', { name: 'Propose this' }).click()
  await found.getByText('You proposed: $180.00 goes back to you once').waitFor()
  const [asked] = await casesOf(order.id)
  await act({ action: 'accept', version: asked?.version })
  // The page does not know yet that the supplier has agreed.
  await found.getByRole('button', { name: 'Ask us to decide' }).click()
  await found.getByRole('button', { name: 'Yes, please decide' }).click()
  await toastOf(page, 'error', 'The case has changed since you opened it. Please look at it again.').waitFor()
  await found.getByRole('button', { name: 'I have sent them back' }).click()
  await found.getByLabel('Carrier and number of the parcel').fill('SingPost RR123456789SG')
  await found.getByRole('button', { name: 'They are on their way' }).click()
  await found.getByText('The pieces are on their way back (SingPost RR123456789SG).').waitFor()
  await expectSound(page)
  await close()
})

test('of an account’s order the case is its owner’s alone, who is led to it by the sign-in', async () => {
  const order = await sentOrder({ shopUrl: shop.url, db }, 'Lantern Forge', { quantity: 2 })
  const owner = await personSignedIn(db, new Date())
  await db.execute(sql`update purchases set person_id = ${owner.id} where public_id = ${order.id}`)
  const { publicId: id, email, firstName, lastName, type, accessToken, refreshToken } = owner
  const user = { id, email, firstName, lastName, type, accessToken, refreshToken }
  const own = await openedPage(browser, {
    address: `${shop.url}/dashboard/orders/${order.id}`,
    options: remembering(DESK, shop.url, { user }),
  })
  const part = await formAt(own.page, 'Lantern Forge')
  await part.getByRole('radio', { name: 'It did not arrive' }).check()
  await part.getByLabel('The reason').selectOption('Something is missing in the parcel')
  await part.getByLabel('How many of Ring of Lantern Forge').selectOption('1 of 2')
  await part.getByText('What the chosen pieces cost: $200.00').waitFor()
  await part.getByLabel('What happened?').fill('One of the two rings is not in the box.')
  await expectSound(own.page)
  await part.getByRole('button', { name: 'Open the case' }).click()
  await part.getByText(/It may still arrive.* You can say here that it did not come from .* on\./).waitFor()
  await part.getByRole('radio', { name: 'It is not what I ordered' }).check()
  await part.getByLabel('The reason').selectOption('It is another piece')
  await part.getByRole('button', { name: 'Open the case' }).click()
  const found = part.getByRole('article', { name: 'Your case. Wrong piece: it is another piece' })
  await found.getByText('1 × Ring of Lantern Forge').waitFor()
  await eventually(() => found.evaluate(isActive)).toBe(true)
  await expectSound(own.page)
  await found.getByRole('button', { name: 'Withdraw the case' }).click()
  await found.getByRole('button', { name: 'Yes, withdraw it' }).click()
  await found.getByText('The case is over: you have withdrawn it, and nothing goes back.').waitFor()
  await own.close()

  const { page, close } = await openedPage(browser, {
    address: `${shop.url}/dashboard?order=${order.id}#case-cas_1`,
    options: PHONE,
  })
  await page.getByText('There is a case about these pieces.').waitFor()
  const link = page.getByRole('region', { name: 'Lantern Forge' }).getByRole('link', { name: 'Sign In' })
  expect(await link.getAttribute('href')).toBe(
    `/login?next=${encodeURIComponent(`/dashboard/orders/${order.id}#case-cas_1`)}`,
  )
  await expectSound(page)
  await close()
})

test('of a piece that takes no returns it is said why it is not sent back for a wish, and what else can be done', async () => {
  const order = await sentOrder({ shopUrl: shop.url, db }, 'Kestrel Row')
  await db.execute(sql`
    update supplier_order_lines l set is_returnable = false
    from supplier_orders o where o.id = l.supplier_order_id and o.public_id = ${order.part}`)
  const { page, errors, close } = await openedPage(browser, {
    address: `${shop.url}/dashboard?order=${order.id}`,
    options: PHONE,
  })
  const part = await formAt(page, 'Kestrel Row')
  await part.getByRole('radio', { name: 'I want to send it back' }).check()
  await part.getByText('this piece is not taken back because of a change of mind, as its page said').waitFor()
  await expectSound(page)
  expect(await part.getByLabel('The reason').getByRole('option').allTextContents()).toEqual([
    'Please choose',
    'It came too late',
  ])
  await part.getByRole('radio', { name: 'It came damaged' }).check()
  await part.getByLabel('The reason').selectOption('It is scratched')
  await part.getByLabel('What happened?').fill('There is a deep scratch in the band.')
  await part.getByRole('button', { name: 'Open the case' }).click()
  await part.getByRole('article', { name: 'Your case. Damaged: it is scratched' }).waitFor()
  expect(errors).toEqual([])
  await close()
})
