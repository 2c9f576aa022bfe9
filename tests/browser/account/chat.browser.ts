import type { BrowserContextOptions, Page } from 'playwright-core'
import sharp from 'sharp'
import { afterAll, expect, test } from 'vitest'
import { createOwnedSupplier } from '#tests/steps/chat.ts'
import { createTestProduct } from '#tests/shop/factories.ts'
import { createSignedInAccount, type CreatedAccount } from '#tests/shop/accounts.ts'
import { startRunningShop } from '#tests/shop/running-shop.ts'
import { expectSoundOnBoth } from '../supplier/console-steps.ts'
import { startBrowserShop } from '../steps/browser-shop.ts'
import { listAxeErrors, DESKTOP, freshPage, PHONE, getHorizontalOverflow } from '../steps/chromium.ts'

const { shop, db, browser, databaseUrl } = await startBrowserShop()
/** Starts another process on the same database, as a second machine would be. */
const second = await startRunningShop({ LOG_LEVEL: 'silent', DATABASE_URL: databaseUrl })
afterAll(() => second.remove())

const { store, owner } = await createOwnedSupplier(db, new Date())
const mei = await createSignedInAccount(db, new Date(), { firstName: 'Mei', lastName: 'Tan' })

test('a chat across two processes delivers each message once and in order when one process dies [CHAT-06, CHAT-09, CHAT-11]', async () => {
  const buyer = await openSignedInPage(mei, DESKTOP)
  await buyer.page.goto(`${shop.url}/store-profile?id=${store.publicId}`)
  await buyer.page.getByRole('main').getByRole('link', { name: 'Chat with Atelier Luce' }).click()
  await sendMessage(buyer.page, 'Is the clasp gold?')
  await buyer.page.waitForURL(/\/chat\?conversation=cnv_/)

  const seller = await openSignedInPage(owner, DESKTOP)
  await seller.page.goto(`${second.url}/dashboard/supplier/messages`)
  await expectMessages(seller.page, ['Is the clasp gold?'])
  // Stores reply in their console.
  expect(await listAxeErrors(seller.page)).toEqual([])
  await seller.page.setViewportSize({ width: 390, height: 844 })
  expect(await getHorizontalOverflow(seller.page)).toBe(0)
  await seller.page.setViewportSize({ width: 1440, height: 900 })
  await sendMessage(seller.page, 'Yes, 18 karat.')
  await expectMessages(buyer.page, ['Is the clasp gold?', 'Yes, 18 karat.'])
  await expect.poll(() => messages(seller.page).textContent()).toContain('Read')
  await expect
    .poll(async () => {
      // Types again, as the typing signal is not stored for a page that was not connected at that moment.
      await buyer.page.getByRole('textbox', { name: 'Type a message' }).press('m')
      return messages(seller.page).textContent()
    })
    .toContain('Mei Tan is typing')
  await buyer.page.getByRole('textbox', { name: 'Type a message' }).fill('')

  await second.crash()
  await expect
    .poll(() => seller.page.getByRole('main').textContent())
    .toContain('You’re offline. Your messages are sent when you’re back online.')
  await sendMessage(buyer.page, 'And the chain?')
  await sendMessage(seller.page, 'Anything else?')
  await sendMessage(seller.page, 'We close at six.')
  await expect.poll(() => messages(seller.page).textContent()).toContain('Not sent, try again')
  await second.start()
  const all = ['Is the clasp gold?', 'Yes, 18 karat.', 'And the chain?', 'Anything else?', 'We close at six.']
  await expectMessages(buyer.page, all)
  await expectMessages(seller.page, all)
  await buyer.page.reload()
  await expectMessages(buyer.page, all)
  // A page logs its lost connection to the console, and nothing else.
  expect(buyer.errors).toEqual([])
  await Promise.all([buyer.close(), seller.close()])
})

test('sends a product and a picture with a message, and restores an unsent draft after a reload', async () => {
  const product = await createTestProduct(db, { supplier: store, name: 'Harbour Ring', price: 21_000 })
  const { page, errors, close } = await openSignedInPage(mei, DESKTOP)
  await page.goto(`${shop.url}/chat?product=${product.id}`)
  await page.getByRole('button', { name: 'Remove this from the message' }).waitFor()
  const png = await sharp({ create: { width: 300, height: 200, channels: 3, background: '#c0a060' } })
    .png()
    .toBuffer()
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'ring.png', mimeType: 'image/png', buffer: png })
  await page.getByRole('button', { name: 'Remove ring.png' }).waitFor()
  await expect.poll(() => page.getByRole('progressbar').count()).toBe(0)
  await sendMessage(page, 'Like this one: https://example.com/ring <b>?')
  const last = messages(page).getByRole('listitem').last()
  await last.getByRole('link', { name: 'Harbour Ring' }).waitFor()
  expect(await last.getByRole('link', { name: 'https://example.com/ring' }).getAttribute('rel')).toBe(
    'noopener nofollow ugc',
  )
  expect(await last.textContent()).toContain('$210.00')
  await last.getByRole('button', { name: 'View full picture' }).click()
  const full = page.getByRole('dialog', { name: 'Full picture' })
  await expect.poll(() => full.locator('img').evaluate((img: HTMLImageElement) => img.naturalWidth)).toBe(300)
  await page.keyboard.press('Escape')

  await page.getByRole('textbox', { name: 'Type a message' }).fill('Half a thought')
  await page.reload()
  await expect
    .poll(() => page.getByRole('textbox', { name: 'Type a message' }).inputValue())
    .toBe('Half a thought')
  expect(errors).toEqual([])
  await close()
})

test('on a phone the list is a drawer that closes on selection, with search, keyboard and axe checks [CHAT-01, CHAT-08, CHAT-10, STATE-20]', async () => {
  const otherAccount = await createSignedInAccount(db, new Date(), { firstName: 'Ines', lastName: 'Sol' })
  const otherPage = await openSignedInPage(otherAccount, DESKTOP)
  await otherPage.page.goto(`${shop.url}/chat?supplier=${store.publicId}`)
  await sendMessage(otherPage.page, 'Good morning, do you repair brooches?')
  await messages(otherPage.page).getByText('do you repair brooches?').waitFor()
  await otherPage.close()

  const { page, errors, close } = await openSignedInPage(owner, PHONE)
  await page.goto(`${shop.url}/chat`)
  await page.getByRole('heading', { name: 'Ines Sol' }).waitFor()
  await page.getByRole('button', { name: 'Show all conversations' }).click()
  const drawer = page.getByRole('dialog', { name: 'Messages' })
  await drawer.getByText('Newest').waitFor()
  expect(await listAxeErrors(page)).toEqual([])
  await drawer.getByRole('searchbox', { name: 'Search messages' }).fill('clasp')
  await expect.poll(() => drawer.getByRole('button', { name: /Ines Sol/ }).count()).toBe(0)
  await drawer.getByRole('button', { name: /Mei Tan/ }).click()
  await page.getByRole('heading', { name: 'Mei Tan' }).waitFor()
  await expect.poll(() => drawer.isVisible()).toBe(false)
  expect(await listAxeErrors(page)).toEqual([])
  expect(await getHorizontalOverflow(page)).toBe(0)
  expect(errors).toEqual([])
  await close()
})

test('a vendor reads and writes messages in the console, on a phone and a desktop', async () => {
  const vendor = await createSignedInAccount(db, new Date(), { type: 'vendor', firstName: 'Noor' })
  const { page, errors, close } = await openSignedInPage(vendor, PHONE)
  await page.goto(`${shop.url}/dashboard/vendor/messages`)
  await page.getByRole('heading', { name: 'No conversations yet' }).waitFor()
  await page.goto(`${shop.url}/dashboard/vendor/messages?supplier=${store.publicId}`)
  await sendMessage(page, 'When is the ring back in stock?')
  await page.waitForURL(/\/dashboard\/vendor\/messages\?conversation=cnv_/)
  await expectMessages(page, ['When is the ring back in stock?'])
  await expectSoundOnBoth(page)
  await page.setViewportSize({ width: 1440, height: 900 })
  const navigation = page.getByRole('link', { name: 'Messages' })
  expect(await navigation.getAttribute('aria-current')).toBe('page')
  expect(errors).toEqual([])
  await close()
})

test('a visitor sees an inert example and a sign-in link [CHAT-07]', async () => {
  const { page, errors, close } = await freshPage(browser, PHONE)
  await page.goto(`${shop.url}/chat`)
  await page.getByText('This is an example.').waitFor()
  expect(await page.getByRole('main').getByRole('link', { name: 'Sign In' }).getAttribute('href')).toBe(
    '/login?next=/chat',
  )
  expect(await page.getByRole('textbox', { name: 'Type a message' }).isDisabled()).toBe(true)
  expect(
    await page
      .getByText('Yes, it can be made in size 54.')
      .last()
      .evaluate((one) => one.closest('[inert]') !== null),
  ).toBe(true)
  expect(await listAxeErrors(page)).toEqual([])
  expect(await getHorizontalOverflow(page)).toBe(0)
  expect(errors).toEqual([])
  await close()
})

/** Opens a browser page signed in to this account. */
async function openSignedInPage(account: CreatedAccount, options: BrowserContextOptions) {
  const fresh = await freshPage(browser, options)
  const { accessToken, refreshToken, email, firstName, lastName, type, publicId } = account
  const user = {
    accessToken,
    refreshToken,
    email,
    firstName,
    lastName,
    type,
    id: publicId,
    isActive: true,
    loginTimestamp: Date.now(),
    originDomain: '127.0.0.1',
  }
  await fresh.page
    .context()
    .addInitScript(`localStorage.setItem('user', ${JSON.stringify(JSON.stringify(user))})`)
  return fresh
}

const messages = (page: Page) => page.getByRole('region', { name: /^Messages with/ })

async function sendMessage(page: Page, text: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Type a message' }).fill(text)
  await page.getByRole('textbox', { name: 'Type a message' }).press('Enter')
}

/** Waits until the messages are exactly these texts in order. */
async function expectMessages(page: Page, expectedTexts: readonly string[]): Promise<void> {
  const bubbles = messages(page).locator('p.whitespace-pre-wrap')
  await expect.poll(() => bubbles.allTextContents(), { timeout: 40_000 }).toEqual(expectedTexts)
}
