import { sql } from 'drizzle-orm'
import type { Locator, Page } from 'playwright-core'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { createSignedInAccount } from '#tests/shop/accounts.ts'
import { waitUntil } from '#tests/shop/running-shop.ts'
import { startBrowserShop } from '../steps/browser-shop.ts'
import { createShopCall, eventually, hasFocus, withLocalStorage, tabTo } from '../steps/checkout-steps.ts'
import { DESKTOP, expectAccessible, PHONE } from '../steps/chromium.ts'
import { createShippedGuestOrder } from '../steps/order-steps.ts'
import { openPage, getToast } from '../shop/storefront.ts'

const { shop, db, browser } = await startBrowserShop()

const PHOTO = {
  name: 'clasp.png',
  mimeType: 'image/png',
  buffer: await sharp({ create: { width: 600, height: 400, channels: 3, background: '#8c7a5a' } })
    .png()
    .toBuffer(),
}

const listCases = async (purchase: string) =>
  (await createShopCall(shop.url)('GET /orders/{purchase}/cases', { params: { purchase } })).cases

/** Returns the links of the guest's emails whose subject has this word. */
async function readEmailLinks(word: string): Promise<string[]> {
  const answer = await fetch(`${shop.url}/dev/mail.json?to=${encodeURIComponent('guest@shopper.example')}`)
  const emails: { subject: string; links: string[] }[] = JSON.parse(await answer.text())
  return emails.filter(({ subject }) => subject.includes(word)).flatMap(({ links }) => links)
}

/** Opens the case form of a supplier order; returns the order's region. */
async function openForm(page: Page, supplier: string): Promise<Locator> {
  const supplierOrder = page.getByRole('region', { name: supplier, exact: true })
  await supplierOrder.getByRole('button', { name: /^Report a problem/ }).click()
  await eventually(() => supplierOrder.getByRole('heading', { level: 4 }).evaluate(isActive)).toBe(true)
  return supplierOrder
}

const isActive = (element: Element): boolean => element === document.activeElement

test('a guest opens a case with a photo, and accepts the supplier’s proposal by keyboard with a return', async () => {
  const order = await createShippedGuestOrder({ shopUrl: shop.url, db }, 'Harbour Setting')
  const { page, errors, close } = await openPage(browser, {
    address: `${shop.url}/dashboard?order=${order.id}`,
    options: PHONE,
  })
  const supplierOrder = await openForm(page, 'Harbour Setting')
  await supplierOrder.getByRole('button', { name: 'Open the case' }).click()
  await supplierOrder.getByText('Select what is wrong.').waitFor()
  await eventually(() =>
    supplierOrder.getByRole('radio', { name: 'It arrived damaged' }).evaluate(isActive),
  ).toBe(true)
  await supplierOrder.getByRole('radio', { name: 'It arrived damaged' }).check()
  await supplierOrder.getByLabel('Reason').selectOption('It is broken')
  await supplierOrder.getByLabel('What happened?').fill('The clasp came off when I opened the box.')
  await supplierOrder.getByLabel('Pictures to send').first().setInputFiles(PHOTO)
  await supplierOrder.getByRole('img', { name: 'clasp.png' }).waitFor()
  await expectAccessible(page)
  await supplierOrder.getByRole('button', { name: 'Open the case' }).click()
  await getToast(
    page,
    'success',
    'Your case is open. The workshop is asked to answer within 3 days.',
  ).waitFor()
  const caseArticle = supplierOrder.getByRole('article', { name: 'Your case. Damaged: it is broken' })
  await caseArticle.getByText('Harbour Setting is asked to answer').waitFor()
  await caseArticle.getByRole('button', { name: 'Show photo 1 of 1 in full' }).waitFor()
  await expectAccessible(page)

  const [opened] = await listCases(order.id)
  const offer = { action: 'propose', amount: 2_000, withReturn: false, text: 'We mend it, and are sorry.' }
  await order.ownerAt(`/cases/${opened?.id}/act`, offer)
  await waitUntil('the mail', async () => (await readEmailLinks('proposal')).length > 0)
  const [link] = await readEmailLinks('proposal')
  await close()
  expect(link).toBe(`${shop.url}/dashboard?order=${order.id}#case-${opened?.id}`)
  await acceptByLink(link ?? '')
  expect(errors).toEqual([])
})

/** Accepts the proposal from the link in the email, on a wide screen and by keyboard. */
async function acceptByLink(link: string): Promise<void> {
  const { page, errors, close } = await openPage(browser, { address: link, options: DESKTOP })
  const caseArticle = page.getByRole('article', { name: 'Your case. Damaged: it is broken' })
  await caseArticle.getByText(/Harbour Setting proposed: a refund of \$20\.00, without a return/).waitFor()
  await eventually(() => caseArticle.evaluate(isActive)).toBe(true)
  await expectAccessible(page)
  await tabTo(page, caseArticle.getByRole('button', { name: 'Accept' }))
  await page.keyboard.press('Enter')
  await tabTo(page, caseArticle.getByRole('button', { name: 'Yes, accept' }))
  await page.keyboard.press('Enter')
  const closedNote = caseArticle.getByText(
    'You and Harbour Setting agreed. We’re refunding $20.00 to your original payment method.',
  )
  await closedNote.waitFor()
  await eventually(() => hasFocus(closedNote)).toBe(true)
  await page.getByText('Refunded to you', { exact: true }).waitFor()
  expect(await caseArticle.getByRole('button', { name: /Accept|Send message/ }).count()).toBe(0)
  await expectAccessible(page)
  expect(errors).toEqual([])
  await close()
}

test('a return is requested, negotiated and sent, and an outdated page gets a conflict', async () => {
  const order = await createShippedGuestOrder({ shopUrl: shop.url, db }, 'Hockley Bench')
  const { page, close } = await openPage(browser, {
    address: `${shop.url}/dashboard?order=${order.id}`,
    options: PHONE,
  })
  const supplierOrder = await openForm(page, 'Hockley Bench')
  await supplierOrder.getByRole('radio', { name: 'I want to return it' }).check()
  await supplierOrder.getByLabel('Reason').selectOption('It doesn’t fit')
  await supplierOrder.getByLabel('What happened?').fill('The ring is two sizes too small for me.')
  await supplierOrder.getByRole('button', { name: 'Open the case' }).click()
  const caseArticle = supplierOrder.getByRole('article', { name: 'Your case. Return: it doesn’t fit' })
  await caseArticle.getByText('a refund of $200.00 once you have returned the items').first().waitFor()

  const [opened] = await listCases(order.id)
  const act = (body: object) => order.ownerAt(`/cases/${opened?.id}/act`, body)
  await act({ action: 'propose', amount: 1_000, withReturn: false })
  await caseArticle.getByLabel('Message to Hockley Bench').fill('Is anybody there?')
  await caseArticle.getByRole('button', { name: 'Send message' }).click()
  await caseArticle.getByText('Message sent.').waitFor({ state: 'attached' })
  await caseArticle.getByRole('button', { name: 'Make another proposal' }).click()
  await caseArticle.getByLabel('Amount in US dollars').fill('500')
  await caseArticle.getByRole('button', { name: 'Propose this' }).click()
  await caseArticle.getByText('You can get up to $202.06.').waitFor()
  await page.setViewportSize({ width: 320, height: 700 })
  await expectAccessible(page)
  await caseArticle.getByLabel('Amount in US dollars').fill('180')
  await caseArticle.getByLabel('I’ll return the items').check()
  await caseArticle.getByRole('button', { name: 'Propose this' }).click()
  await caseArticle.getByText('You proposed: a refund of $180.00 once').waitFor()
  const [request] = await listCases(order.id)
  await act({ action: 'accept', version: request?.version })
  // The page does not show yet that the supplier has agreed.
  await caseArticle.getByRole('button', { name: 'Ask us to decide' }).click()
  await caseArticle.getByRole('button', { name: 'Yes, ask' }).click()
  await getToast(
    page,
    'error',
    'The case has changed since you opened it. Reload the page and try again.',
  ).waitFor()
  await caseArticle.getByRole('button', { name: 'I’ve sent them back' }).click()
  await caseArticle.getByLabel('Carrier and tracking number').fill('SingPost RR123456789SG')
  await caseArticle.getByRole('button', { name: 'They are on their way' }).click()
  await caseArticle.getByText('The items are on their way back (SingPost RR123456789SG).').waitFor()
  await expectAccessible(page)
  await close()
})

test('only the account of an order can see its case, and others are sent to the sign-in', async () => {
  const order = await createShippedGuestOrder({ shopUrl: shop.url, db }, 'Lantern Forge', { quantity: 2 })
  const owner = await createSignedInAccount(db, new Date())
  await db.execute(sql`update purchases set account_id = ${owner.id} where public_id = ${order.id}`)
  const { publicId: id, email, firstName, lastName, type, accessToken, refreshToken } = owner
  const user = { id, email, firstName, lastName, type, accessToken, refreshToken }
  const ownerPage = await openPage(browser, {
    address: `${shop.url}/dashboard/orders/${order.id}`,
    options: withLocalStorage(DESKTOP, shop.url, { user }),
  })
  const supplierOrder = await openForm(ownerPage.page, 'Lantern Forge')
  await supplierOrder.getByRole('radio', { name: 'It didn’t arrive' }).check()
  await supplierOrder.getByLabel('Reason').selectOption('Something is missing from the parcel')
  await supplierOrder.getByLabel('Quantity of Ring of Lantern Forge').selectOption('1 of 2')
  await supplierOrder.getByText('Price of the selected items: $200.00').waitFor()
  await supplierOrder.getByLabel('What happened?').fill('One of the two rings is not in the box.')
  await expectAccessible(ownerPage.page)
  await supplierOrder.getByRole('button', { name: 'Open the case' }).click()
  await supplierOrder
    .getByText(/It may still arrive.* You can report it as not delivered from .* on\./)
    .waitFor()
  await supplierOrder.getByRole('radio', { name: 'It isn’t what I ordered' }).check()
  await supplierOrder.getByLabel('Reason').selectOption('A different item arrived')
  await supplierOrder.getByRole('button', { name: 'Open the case' }).click()
  const caseArticle = supplierOrder.getByRole('article', {
    name: 'Your case. Wrong item: a different item arrived',
  })
  await caseArticle.getByText('1 × Ring of Lantern Forge').waitFor()
  await eventually(() => caseArticle.evaluate(isActive)).toBe(true)
  await expectAccessible(ownerPage.page)
  await caseArticle.getByRole('button', { name: 'Withdraw the case' }).click()
  await caseArticle.getByRole('button', { name: 'Yes, withdraw it' }).click()
  await caseArticle.getByText('The case is closed. You withdrew it, so there is no refund.').waitFor()
  await ownerPage.close()

  const { page, close } = await openPage(browser, {
    address: `${shop.url}/dashboard?order=${order.id}#case-cas_1`,
    options: PHONE,
  })
  await page.getByText('These items have a case.').waitFor()
  const link = page.getByRole('region', { name: 'Lantern Forge' }).getByRole('link', { name: 'Sign In' })
  expect(await link.getAttribute('href')).toBe(
    `/login?next=${encodeURIComponent(`/dashboard/orders/${order.id}#case-cas_1`)}`,
  )
  await expectAccessible(page)
  await close()
})

test('explains why a product without returns cannot be sent back, and what else to do', async () => {
  const order = await createShippedGuestOrder({ shopUrl: shop.url, db }, 'Kestrel Row')
  await db.execute(sql`
    update supplier_order_lines l set is_returnable = false
    from supplier_orders o where o.id = l.supplier_order_id and o.public_id = ${order.part}`)
  const { page, errors, close } = await openPage(browser, {
    address: `${shop.url}/dashboard?order=${order.id}`,
    options: PHONE,
  })
  const supplierOrder = await openForm(page, 'Kestrel Row')
  await supplierOrder.getByRole('radio', { name: 'I want to return it' }).check()
  await supplierOrder.getByText('this item is final sale, as its page said').waitFor()
  await expectAccessible(page)
  expect(await supplierOrder.getByLabel('Reason').getByRole('option').allTextContents()).toEqual([
    'Select a reason',
    'It arrived too late',
  ])
  await supplierOrder.getByRole('radio', { name: 'It arrived damaged' }).check()
  await supplierOrder.getByLabel('Reason').selectOption('It is scratched')
  await supplierOrder.getByLabel('What happened?').fill('There is a deep scratch in the band.')
  await supplierOrder.getByRole('button', { name: 'Open the case' }).click()
  await supplierOrder.getByRole('article', { name: 'Your case. Damaged: it is scratched' }).waitFor()
  expect(errors).toEqual([])
  await close()
})

test('a guest in the EU withdraws from the contract by keyboard, and gets an email', async () => {
  const order = await createShippedGuestOrder({ shopUrl: shop.url, db }, 'Elbe Silver')
  await db.execute(sql`update purchases set country = 'DE' where public_id = ${order.id}`)
  const { page, errors, close } = await openPage(browser, {
    address: `${shop.url}/dashboard?order=${order.id}`,
    options: PHONE,
  })
  const supplierOrder = page.getByRole('region', { name: 'Elbe Silver', exact: true })
  await supplierOrder.getByText('Until 14 days after delivery, without a reason.').waitFor()
  await supplierOrder.getByRole('button', { name: /^Withdraw from contract here/ }).focus()
  await page.keyboard.press('Enter')
  await eventually(() =>
    supplierOrder.getByRole('heading', { name: 'Withdraw from the contract' }).evaluate(isActive),
  ).toBe(true)
  await expectAccessible(page)
  await supplierOrder.getByRole('button', { name: 'Confirm withdrawal' }).focus()
  await page.keyboard.press('Enter')
  await getToast(page, 'success', 'You have withdrawn from the contract.').waitFor()
  await supplierOrder.getByText('once you have returned the items').first().waitFor()
  expect(await supplierOrder.getByRole('button', { name: /^Withdraw from contract here/ }).count()).toBe(0)
  await expectAccessible(page)
  await waitUntil('the mail', async () => (await readEmailLinks('withdrawn from the contract')).length > 0)
  expect(errors).toEqual([])
  await close()
})
