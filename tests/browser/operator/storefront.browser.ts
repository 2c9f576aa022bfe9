import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { newSecretId } from '#core/ids.ts'
import { newsletterSubscribers } from '#features/messaging/contact/tables.ts'
import { createSignedInAccount } from '#tests/shop/accounts.ts'
import { createTestProduct, createTestSupplier } from '#tests/shop/factories.ts'
import { getToast } from '../shop/storefront.ts'
import { startBrowserShop } from '../steps/browser-shop.ts'
import { PHONE } from '../steps/chromium.ts'
import { expectSoundOnBoth, openConsole } from '../supplier/console-steps.ts'

const { shop, db, browser } = await startBrowserShop()

test('an operator edits campaigns, featured suppliers, announcements, home columns and categories, and sends a newsletter', async () => {
  const supplier = await createTestSupplier(db, { name: 'Harbour Gold' })
  await createTestProduct(db, { supplier, name: 'Quillwort Ring' })
  const account = await createSignedInAccount(db, new Date(), { type: 'operator' })
  const { page, errors, close } = await openConsole(browser, {
    shopUrl: shop.url,
    account,
    type: 'operator',
    options: PHONE,
    path: '/dashboard/operator/campaigns',
  })
  await page.getByText('No campaigns yet').waitFor()
  await expectSoundOnBoth(page)
  await runCampaign(page)
  await announce(page)
  await featureSupplier(page)
  await nameColumns(page)
  await nameCategories(page)
  await searchByTyping(page)
  await sendNewsletter(page)

  await page.goto(`${shop.url}/marketplace`)
  await page
    .getByRole('complementary', { name: 'Announcements' })
    .getByText('<b>Closed</b> on Monday')
    .waitFor()
  await page.getByRole('heading', { name: 'Pearl week' }).waitFor()
  await page
    .getByRole('navigation', { name: 'Choose a category' })
    .getByRole('link', { name: /Pins/ })
    .waitFor()
  await expectSoundOnBoth(page)
  await page.goto(shop.url)
  await page.getByRole('heading', { name: 'Best sellers of the week' }).waitFor()
  expect(errors).toEqual([])
  await close()
})

async function runCampaign(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Add campaign' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add campaign' })
  await dialog.getByLabel('Title').fill('Pearl week')
  await dialog.getByLabel('Button').fill('See pearls')
  await dialog.getByLabel('Leads to').fill('https://elsewhere.example')
  await dialog.getByText('A page of this shop begins with one “/”.').waitFor()
  await expectSoundOnBoth(page)
  await dialog.getByLabel('Leads to').fill('/marketplace?stone=pearl')
  await dialog.getByRole('button', { name: 'Add campaign' }).click()
  await page.getByRole('listitem').filter({ hasText: 'Pearl week' }).getByText('Running').waitFor()
  await expectSoundOnBoth(page)
}

async function announce(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Announcements' }).click()
  await page.getByRole('button', { name: 'Add announcement' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add announcement' })
  await dialog.getByLabel('Announcement').fill('<b>Closed</b> on Monday')
  await dialog.getByRole('button', { name: 'Add announcement' }).click()
  await page.getByRole('listitem').filter({ hasText: 'on Monday' }).getByText('Running').waitFor()
  await expectSoundOnBoth(page)
}

async function featureSupplier(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Featured suppliers' }).click()
  await page.getByRole('button', { name: 'Feature a supplier' }).click()
  const dialog = page.getByRole('dialog', { name: 'Feature a supplier' })
  await dialog.getByLabel('Supplier').fill('harbour')
  await dialog.getByRole('button', { name: 'Harbour Gold' }).click()
  await dialog.getByRole('button', { name: 'Feature a supplier' }).click()
  await page.getByRole('link', { name: 'Harbour Gold' }).waitFor()
  await expectSoundOnBoth(page)
}

async function nameColumns(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Home page columns' }).click()
  await page.getByLabel('Title of column 1').fill('Best sellers of the week')
  await page.getByRole('button', { name: 'Save' }).click()
  await getToast(page, 'success', 'Saved. The home page now shows these columns.').waitFor()
  await expectSoundOnBoth(page)
}

async function nameCategories(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Categories' }).click()
  await page.getByLabel('Name of Brooches').fill('Pins')
  await page.getByRole('button', { name: /^Move up.*Pins/ }).press('Enter')
  await page.getByText('Required facts of Brooches').click()
  await page.getByRole('checkbox', { name: 'Hallmark' }).check()
  await expectSoundOnBoth(page)
  await page.getByRole('button', { name: 'Save' }).click()
  await getToast(page, 'success', 'Saved. The shop now shows these categories.').waitFor()
  await page.getByText('Name: Brooches → Pins').waitFor()
}

/** Types into the search as soon as it has the focus, and opens the first result by Enter. */
async function searchByTyping(page: Page): Promise<void> {
  await page.keyboard.press('Control+k')
  await page.getByRole('dialog', { name: 'Search' }).locator('input:focus').waitFor()
  await page.keyboard.type('quillwort')
  const found = page.getByRole('option', { name: /Quillwort Ring/ })
  await found.waitFor()
  await expectSoundOnBoth(page)
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { level: 1, name: 'Quillwort Ring' }).waitFor()
}

/** Writes a newsletter with a preview, and sends it to the one who has confirmed. */
async function sendNewsletter(page: Page): Promise<void> {
  const at = new Date('2026-01-05T10:00:00Z')
  await db.insert(newsletterSubscribers).values({
    email: 'mei@shopper.example',
    token: newSecretId('subscription'),
    subscribedAt: at,
    confirmedAt: at,
    state: 'confirmed',
  })
  await page.goto(`${shop.url}/dashboard/operator/newsletters`)
  await page.getByText('No newsletters yet').waitFor()
  await expectSoundOnBoth(page)
  await page.getByRole('link', { name: 'Write newsletter' }).click()
  await page.getByLabel('Subject').fill('Pearls of spring')
  await page.getByRole('button', { name: 'Send a test to yourself' }).click()
  await page.getByText('Enter the heading.').waitFor()
  await expectSoundOnBoth(page)
  await page.getByLabel('Heading').fill('Pearls & more')
  await page.getByLabel('Text').fill('New pearls have arrived.')
  const preview = page.frameLocator('iframe[title="Preview of the email"]')
  await preview.getByText('Pearls & more').waitFor()
  await page.getByRole('button', { name: 'Save draft' }).click()
  await page.getByRole('heading', { level: 1, name: 'Pearls of spring' }).waitFor()
  await page.getByRole('button', { name: 'Send …' }).click()
  const dialog = page.getByRole('dialog', { name: 'Send this newsletter?' })
  await dialog.getByText('It goes to 1 confirmed subscriber, each once').waitFor()
  await expectSoundOnBoth(page)
  await dialog.getByRole('button', { name: 'Send newsletter' }).click()
  await getToast(page, 'success', 'The newsletter is being sent.').waitFor()
  await page.getByText('Sent', { exact: true }).first().waitFor()
  await expectSoundOnBoth(page)
  await page.getByRole('link', { name: 'All newsletters' }).click()
  await page.getByText('Subscribers', { exact: true }).waitFor()
  await expectSoundOnBoth(page)
}
