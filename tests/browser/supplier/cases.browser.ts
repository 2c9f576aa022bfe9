import sharp from 'sharp'
import { expect, test } from 'vitest'
import { startBrowserShop } from '../steps/browser-shop.ts'
import { createShopCall, eventually } from '../steps/checkout-steps.ts'
import { DESKTOP, PHONE } from '../steps/chromium.ts'
import { createShippedGuestOrder } from '../steps/order-steps.ts'
import { getToast } from '../shop/storefront.ts'
import { expectSound, expectSoundOnBoth, openConsole } from './console-steps.ts'

const { shop, db, browser } = await startBrowserShop()

const PHOTO = {
  name: 'clasp.png',
  mimeType: 'image/png',
  buffer: await sharp({ create: { width: 600, height: 400, channels: 3, background: '#8c7a5a' } })
    .png()
    .toBuffer(),
}

/** Opens a guest's case about all items of a shipped order. */
async function openCase(storeName: string) {
  const order = await createShippedGuestOrder({ shopUrl: shop.url, db }, storeName)
  const api = createShopCall(shop.url)
  const answer = await api('POST /orders/{purchase}/supplier-orders/{id}/cases', {
    params: { purchase: order.id, id: order.part },
    body: { kind: 'damaged', reason: 'broken', text: 'The clasp came off when I opened the box.' },
  })
  return { order, caseId: answer.case.id, api }
}

test('a supplier answers a case with a photo and a proposal that the buyer accepts, on a phone and a desktop', async () => {
  const { order, caseId, api } = await openCase('Harbour Setting')
  const { page, errors, close } = await openConsole(browser, {
    shopUrl: shop.url,
    account: order.owner,
    options: PHONE,
    path: '/dashboard/supplier',
  })
  await page
    .getByRole('region', { name: /Needs you/ })
    .getByText('1 open case')
    .waitFor()
  await page
    .getByRole('region', { name: /Needs you/ })
    .getByRole('link', { name: 'See cases' })
    .click()
  await page.getByRole('link', { name: 'Damaged: broken' }).waitFor()
  await expectSoundOnBoth(page)
  await page.getByRole('link', { name: 'Damaged: broken' }).click()
  await page.getByText('The clasp came off when I opened the box.').waitFor()
  await expectSoundOnBoth(page)

  await page.getByLabel('Message to the buyer').fill('We are sorry. Is the ring itself whole?')
  await page.getByLabel('Add photos').setInputFiles(PHOTO)
  await page.getByRole('list', { name: 'Photos to send' }).getByRole('img').waitFor()
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  const messages = page.getByRole('list', { name: 'Messages so far' })
  await messages.getByText('We are sorry. Is the ring itself whole?').waitFor()
  await messages.getByRole('img', { name: 'View 1 in full, in a new tab' }).waitFor()

  await page.getByRole('button', { name: 'Propose …' }).click()
  const dialog = page.getByRole('dialog', { name: 'Make a proposal' })
  await dialog.getByLabel('Refund in US dollars').fill('20')
  await expectSoundOnBoth(page)
  await dialog.getByRole('button', { name: 'Send proposal' }).click()
  await eventually(() => page.getByRole('main').innerText()).toMatch(/Waiting for the buyer/)
  await api('POST /orders/{purchase}/cases/{id}/act', {
    params: { purchase: order.id, id: caseId },
    body: { action: 'accept', version: await readVersion(api, order.id), text: '' },
  })
  await page.reload()
  await page.getByText('The case is closed with a refund of $20.00').waitFor()
  await expectSoundOnBoth(page)
  expect(errors).toEqual([])
  await close()
})

async function readVersion(api: ReturnType<typeof createShopCall>, purchase: string): Promise<number> {
  const { cases } = await api('GET /orders/{purchase}/cases', { params: { purchase } })
  return cases[0]?.version ?? 0
}

test('lists cases by whose turn it is, and an empty view explains itself', async () => {
  const { order } = await openCase('Quay Gold')
  const { page, errors, close } = await openConsole(browser, {
    shopUrl: shop.url,
    account: order.owner,
    options: DESKTOP,
    path: '/dashboard/supplier/cases?view=your_turn',
  })
  await page.getByRole('row', { name: /Damaged: broken/ }).waitFor()
  await page
    .getByRole('navigation', { name: 'Views of your cases' })
    .getByRole('link', { name: 'Closed' })
    .click()
  await page.getByText('No cases here').waitFor()
  await page.waitForURL(/view=closed/)
  await expectSound(page)
  expect(errors).toEqual([])
  await close()
})

test('a supplier turns on automatic acceptance by keyboard, and it persists', async () => {
  const { order } = await openCase('Canal Silver')
  const { page, errors, close } = await openConsole(browser, {
    shopUrl: shop.url,
    account: order.owner,
    options: PHONE,
    path: '/dashboard/supplier/settings',
  })
  const box = page.getByRole('checkbox', { name: 'Accept orders automatically' })
  await box.focus()
  await page.keyboard.press('Space')
  await getToast(page, 'success', 'Your settings have been saved.').waitFor()
  await page.reload()
  await eventually(() => box.isChecked()).toBe(true)
  await page.getByText('New orders move to “To ship”').waitFor()
  await expectSound(page)
  expect(errors).toEqual([])
  await close()
})
