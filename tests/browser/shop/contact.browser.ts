import type { BrowserContextOptions, Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { createTestSupplier } from '#tests/shop/factories.ts'
import { waitUntil } from '#tests/shop/running-shop.ts'
import { startBrowserShop } from '../steps/browser-shop.ts'
import { holdRequests, tabTo } from '../steps/checkout-steps.ts'
import { DESKTOP, expectAccessible, freshPage, PHONE } from '../steps/chromium.ts'
import { waitForHydration, getToast } from './storefront.ts'

const { shop, db, browser } = await startBrowserShop()
const supplier = await createTestSupplier(db, { name: 'Atelier Nord' })

const NO_SCRIPT: BrowserContextOptions = { ...PHONE, javaScriptEnabled: false }

type EmailData = { to: string; subject: string; text: string; links: string[]; unsubscribeUrl?: string }

/** Returns the emails to an address, newest first, once there are this many. */
async function readEmails(address: string, count: number): Promise<EmailData[]> {
  let emails: EmailData[] = []
  await waitUntil(`${count} emails to ${address}`, async () => {
    const answer = await fetch(`${shop.url}/dev/mail.json?to=${encodeURIComponent(address)}`)
    emails = JSON.parse(await answer.text())
    return emails.length >= count
  })
  expect(emails).toHaveLength(count)
  return emails
}

async function fillContactForm(page: Page, email: string): Promise<void> {
  await page.getByLabel('Full Name').fill('Mei Tan')
  await page.getByLabel('Email Address').fill(email)
  await getMessage(page).fill('Is the ring resizable?')
}

/** Returns the message field; the region of toasts has the same name. */
function getMessage(page: Page): Locator {
  return page.getByRole('textbox', { name: 'Message' })
}

test('a message is sent by keyboard, with a pending button, a success toast and an emptied form [CONTACT-04, CONTACT-08, CONTACT-10, STATE-18]', async () => {
  const { page, errors, close } = await freshPage(browser, DESKTOP)
  await page.goto(`${shop.url}/contact-us`)
  await waitForHydration(page)
  await expectAccessible(page)
  await tabTo(page, page.getByLabel('Full Name'))
  await page.keyboard.type('Mei Tan')
  await page.keyboard.press('Tab')
  await page.keyboard.type('mei@shopper.example')
  await page.keyboard.press('Tab')
  await page.keyboard.type('Is the ring resizable?')
  await page.keyboard.press('Tab')
  const release = await holdRequests(page, '**/shop/contactUs')
  await page.keyboard.press('Enter')
  expect(await page.getByRole('button', { name: 'Sending...' }).isDisabled()).toBe(true)
  release()
  await getToast(page, 'success', 'Thank you. We received your message.').waitFor()
  expect(await page.getByRole('button', { name: 'Send Message' }).isEnabled()).toBe(true)
  for (const field of [page.getByLabel('Full Name'), page.getByLabel('Email Address'), getMessage(page)])
    expect(await field.inputValue()).toBe('')
  expect((await readEmails('support@cabochon.example', 1))[0]?.text).toContain('> Is the ring resizable?')
  await readEmails('mei@shopper.example', 1)
  expect(errors).toEqual([])
  await close()
})

test('a rejected message stays in the form with a toast, and its invalid field has the focus [CONTACT-09, CONTACT-10]', async () => {
  const { page, close } = await freshPage(browser, PHONE)
  await page.goto(`${shop.url}/contact-us`)
  await waitForHydration(page)
  await fillContactForm(page, 'mei@shopper')
  await page.getByRole('button', { name: 'Send Message' }).click()
  await getToast(page, 'error', 'Enter a valid email address.').waitFor()
  const email = page.getByLabel('Email Address')
  await expect.poll(() => email.evaluate((field) => field === document.activeElement)).toBe(true)
  expect(await email.inputValue()).toBe('mei@shopper')
  expect(await getMessage(page).inputValue()).toBe('Is the ring resizable?')
  await expectAccessible(page)
  await page.route('**/shop/contactUs', (route) => route.abort(), { times: 1 })
  await email.fill('mei@shopper.example')
  await page.getByRole('button', { name: 'Send Message' }).click()
  await getToast(page, 'error', 'Something went wrong, please try again later.').waitFor()
  expect(await page.getByRole('button', { name: 'Send Message' }).isEnabled()).toBe(true)
  expect(await page.getByLabel('Full Name').inputValue()).toBe('Mei Tan')
  await close()
})

test('a message about a store is sent without scripts, after a refusal that keeps its values', async () => {
  const { page, close } = await freshPage(browser, NO_SCRIPT)
  await page.goto(`${shop.url}/contact-us?supplier=${supplier.publicId}`)
  await page.getByText('About Atelier Nord').waitFor()
  await fillContactForm(page, 'lin@shopper')
  await page.getByRole('button', { name: 'Send Message' }).click()
  await page.getByText('Enter a valid email address.').waitFor()
  expect(await getMessage(page).inputValue()).toBe('Is the ring resizable?')
  await page.getByLabel('Email Address').fill('lin@shopper.example')
  await page.getByRole('button', { name: 'Send Message' }).click()
  await page.getByText('Thank you. We received your message.').waitFor()
  expect(new URL(page.url()).search).toBe('?sent=1')
  expect((await readEmails(supplier.email, 1))[0]?.subject).toBe('A question for Atelier Nord')
  await close()
})

test('hydration keeps the values of a form that was rejected without scripts', async () => {
  const { page, errors, close } = await freshPage(browser, DESKTOP)
  // Scripts load after the form was answered.
  await page.route('**/*.js', (route) => route.abort(), { times: 1 })
  await page.goto(`${shop.url}/contact-us`)
  await fillContactForm(page, 'mei@shopper')
  errors.length = 0
  await page.locator('main form').evaluate((form) => form instanceof HTMLFormElement && form.submit())
  await page.getByText('Enter a valid email address.').waitFor()
  await waitForHydration(page)
  expect(await page.getByLabel('Full Name').inputValue()).toBe('Mei Tan')
  await expectAccessible(page)
  await page.getByLabel('Email Address').fill('ann@shopper.example')
  await page.getByRole('button', { name: 'Send Message' }).click()
  await getToast(page, 'success', 'Thank you.').waitFor()
  expect(errors.filter((error) => !error.includes('400'))).toEqual([])
  await close()
})

test('newsletter subscription, confirmation and unsubscription work without scripts, and need a click after the link [FOOT-09]', async () => {
  const { page, close } = await freshPage(browser, NO_SCRIPT)
  await page.goto(`${shop.url}/404`)
  await page.getByLabel('New products, once a month, by email').fill('eva@shopper.example')
  await page.getByRole('button', { name: 'Subscribe' }).click()
  await page.getByRole('heading', { name: 'Check your inbox' }).waitFor()
  const [invitation] = await readEmails('eva@shopper.example', 1)
  const [confirm = '', leave = ''] = invitation?.links ?? []
  await page.goto(leave)
  await page.goto(confirm)
  await page.getByText('new products at e•••@shopper.example').waitFor()
  await page.getByRole('button', { name: 'Confirm' }).click()
  await page.getByRole('heading', { name: 'You are subscribed' }).waitFor()
  const [welcome] = await readEmails('eva@shopper.example', 2)
  expect(welcome?.links).toContain(welcome?.unsubscribeUrl)
  await page.goto(leave)
  await page.getByRole('main').getByRole('button', { name: 'Unsubscribe' }).click()
  await page.getByRole('heading', { name: 'You are unsubscribed' }).waitFor()
  await page.getByRole('button', { name: 'Undo' }).click()
  await page.getByRole('heading', { name: 'You are subscribed' }).waitFor()
  await close()
})

test('with scripts, the emailed link confirms at once, and the page offers to undo it', async () => {
  const { page, errors, close } = await freshPage(browser, DESKTOP)
  await page.goto(`${shop.url}/newsletter`)
  await expectAccessible(page)
  await page.getByLabel('Your email address', { exact: true }).fill('ida@shopper.example')
  await page.getByRole('main').getByRole('button', { name: 'Subscribe' }).click()
  await page.getByRole('heading', { name: 'Check your inbox' }).waitFor()
  const [invitation] = await readEmails('ida@shopper.example', 1)
  await page.goto(invitation?.links[0] ?? '')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Confirm' }).press('Enter')
  await page.getByRole('heading', { name: 'You are subscribed' }).waitFor()
  await waitForHydration(page)
  await expectAccessible(page)
  const [welcome] = await readEmails('ida@shopper.example', 2)
  await page.goto(welcome?.unsubscribeUrl ?? '')
  await page.getByRole('heading', { name: 'You are unsubscribed' }).waitFor()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Undo' }).click()
  await page.getByRole('heading', { name: 'You are subscribed' }).waitFor()
  await page.goto(`${shop.url}/newsletter/confirm?token=nws_0`)
  await page.getByRole('heading', { name: 'This link doesn’t work' }).waitFor()
  await expectAccessible(page)
  expect(errors).toEqual([])
  await close()
})
