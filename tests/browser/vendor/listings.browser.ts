import { sql } from 'drizzle-orm'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { queryRows } from '#database/database.ts'
import { type CreatedProduct, createTestProduct } from '#tests/shop/factories.ts'
import { waitUntil } from '#tests/shop/running-shop.ts'
import { createVerifiedAccount, signInOnPage } from '../steps/account-steps.ts'
import { startBrowserShop } from '../steps/browser-shop.ts'
import { freshPage, PHONE } from '../steps/chromium.ts'
import { expectSound, expectSoundOnBoth } from '../supplier/console-steps.ts'

const { shop, db, browser } = await startBrowserShop()

test('a vendor sets a price rule and publishes a plan, and the listing follows the supplier’s stock', async () => {
  const name = 'Quay ring'
  const product = await createTestProduct(db, { name, price: 15_000, stock: 8 })
  await addSize(product)
  await db.execute(
    sql`update product_variants set wholesale_amount = 6000 where product_id = ${product.productKey}`,
  )
  const { page, errors, close } = await freshPage(browser, PHONE)
  await signInVendor(page, 'phone@listings.example')
  await choose(page, name)

  await page.goto(`${shop.url}/dashboard/vendor/pricing`)
  await page.getByRole('button', { name: 'Add a rule' }).click()
  await page.getByRole('textbox', { name: 'Times the cost' }).fill('0.5')
  await page.getByText('would sell below cost').waitFor()
  await page.getByRole('textbox', { name: 'Times the cost' }).fill('2.5')
  await page.getByRole('combobox', { name: 'Prices end with' }).selectOption('.95')
  // 60.00 × 2.5, rounded up to the next .95.
  await visible(page, '$150.95').waitFor()
  await expectSoundOnBoth(page)
  await page.getByRole('button', { name: 'Save and update prices' }).click()
  await page.getByText('Price rules saved.').waitFor()

  await publishPlan(page)

  await page.goto(`${shop.url}/dashboard/vendor/listings`)
  await visible(page, 'On sale').waitFor()
  await page.getByRole('button', { name: 'Plan publishing' }).click()
  await page.getByText('Nothing to publish').waitFor()
  await setOwnPrice(page, name)
  await changeFields(page, name)

  await db.execute(sql`update product_variants set stock = 0 where product_id = ${product.productKey}`)
  await db.execute(sql`update products set stock = 0 where id = ${product.productKey}`)
  // Starts the job of the minute timer.
  await db.execute(sql`insert into pgboss.job (name, data) values ('listings.push_changes', '{}')`)
  await waitUntil('the store has the new stock', async () => {
    const listed = await queryRows<{ sent: unknown }>(db, sql`select sent from store_listings`)
    return JSON.stringify(listed).includes('"quantity":0')
  })
  await page.goto(`${shop.url}/dashboard/vendor/listings?view=sold_out`)
  await visible(page, 'Sold out').waitFor()
  await visible(page, 'sent 0').waitFor()
  await expectSoundOnBoth(page)

  await repairVariants(page, product)
  await checkStores(page)
  await expectSoundOnBoth(page)
  expect(errors).toEqual([])
  await close()
})

/** Publishes a product by a plan, which leads on to a test order in the practice shop. */
async function publishPlan(page: Page): Promise<void> {
  await page.goto(`${shop.url}/dashboard/vendor/listings`)
  await visible(page, 'Not published').waitFor()
  await expectSoundOnBoth(page)
  await page.getByRole('button', { name: 'Plan publishing' }).click()
  await page.getByRole('button', { name: 'Publish 1 product' }).waitFor()
  await visible(page, '$150.95').waitFor()
  await expectSoundOnBoth(page)
  await page.getByRole('button', { name: 'Publish 1 product' }).click()
  await page.getByRole('status').getByText('1 product published.').waitFor()
  const order = page.getByRole('link', { name: 'Place a test order' }).filter({ visible: true })
  expect(await order.getAttribute('href')).toContain('/practice-shop/')
}

/** Makes a product's variant size 52, and adds size 54. */
async function addSize(product: CreatedProduct): Promise<void> {
  await db.execute(sql`update product_variants set size = '52' where product_id = ${product.productKey}`)
  await db.execute(sql`
    insert into product_variants (public_id, product_id, supplier_id, position, sku, size, price_amount, stock)
    select 'var_' || md5(public_id), product_id, supplier_id, 2, sku || '-54', '54', price_amount, 2
    from product_variants where product_id = ${product.productKey}`)
}

/** Swaps the SKUs of both sizes in the store, and repairs them from the task on the home page. */
async function repairVariants(page: Page, { name, productKey }: CreatedProduct): Promise<void> {
  await db.execute(sql`update practice_products set sku = 'moving-' || sku where sku like 'var_%'`)
  await db.execute(sql`
    update practice_products p set sku = v.public_id from product_variants o
    join product_variants v on v.product_id = o.product_id and v.id <> o.id where p.sku = 'moving-' || o.public_id`)
  await db.execute(sql`update product_variants set stock = 4 where product_id = ${productKey}`)
  await db.execute(sql`insert into pgboss.job (name, data) values ('listings.push_changes', '{}')`)
  await waitUntil('the listing says that its variants do not match', async () => {
    const listed = await queryRows(db, sql`select 1 from store_listings where has_variant_problem`)
    return listed.length > 0
  })
  await page.goto(`${shop.url}/dashboard/vendor`)
  await page.getByText('Variants of 1 listing don’t match your store').waitFor()
  await page.getByRole('link', { name: 'Repair variants' }).click()
  await page
    .getByRole('button', { name: `Repair variants of ${name}` })
    .filter({ visible: true })
    .press('Enter')
  const dialog = page.getByRole('dialog', { name: `Variants of ${name}` })
  await dialog.getByText('Linked, wrong SKU').first().waitFor()
  await expectSoundOnBoth(page)
  await dialog.getByRole('button', { name: 'Correct' }).press('Enter')
  await dialog.getByText('All variants match.').waitFor()
  await expectSound(page)
  await page.keyboard.press('Escape')
}

/** Selects what happens to removed products, and does not disconnect the store. */
async function checkStores(page: Page): Promise<void> {
  await page.goto(`${shop.url}/dashboard/vendor/stores`)
  await page.getByText('The store sells in USD.').waitFor()
  await page.getByLabel('When I remove a product from my selection').selectOption('unpublish')
  await page.getByText('Saved.').waitFor()
  await page.getByRole('button', { name: 'Disconnect' }).click()
  await page.getByRole('dialog').getByText('We delete its keys.').waitFor()
  await page.keyboard.press('Escape')
}

/** Creates a signed-in vendor with a connected practice shop. */
async function signInVendor(page: Page, email: string): Promise<void> {
  const vendor = {
    role: 'vendor',
    firstName: 'Mei',
    lastName: 'Tan',
    email,
    password: 'amber over slate',
  } as const
  await createVerifiedAccount(shop.url, vendor)
  await page.goto(`${shop.url}/login`)
  await signInOnPage(page, vendor)
  await page.waitForURL((url) => url.pathname !== '/login')
  await page.goto(`${shop.url}/v-onboard-one`)
  const card = page.getByRole('region', { name: 'Practice shop' })
  await card.getByRole('button', { name: 'Use a practice shop' }).click()
  await card.getByRole('link', { name: 'Open the practice shop' }).waitFor()
}

async function setOwnPrice(page: Page, name: string): Promise<void> {
  await page.goto(`${shop.url}/dashboard/vendor/listings`)
  const change = page.getByRole('button', { name: `Change the price of ${name}` })
  await change.filter({ visible: true }).click()
  const dialog = page.getByRole('dialog', { name: `Price of ${name}` })
  await dialog.getByRole('radio', { name: 'My own price' }).check()
  await dialog.getByRole('textbox', { name: 'Your price (USD)' }).fill('50')
  await dialog.getByText('you lose $10.00 on each sale').waitFor()
  await dialog.getByRole('textbox', { name: 'Your price (USD)' }).fill('99')
  await dialog.getByText('Profit $39.00').waitFor()
  await expectSound(page)
  await dialog.getByRole('button', { name: 'Save price' }).click()
  await visible(page, 'Your price').waitFor()
}

/** Lets the supplier and the rules set a listing's title and price, with a preview, and reverts it. */
async function changeFields(page: Page, name: string): Promise<void> {
  await page.getByText('Price saved.').waitFor()
  await db.execute(
    sql`update practice_products set name = 'My own title' where parent_id is null and name = ${name}`,
  )
  const owners = page.getByRole('button', { name: `Change who sets the fields of ${name}` })
  await owners.filter({ visible: true }).press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Who sets the fields' })
  await dialog.getByRole('combobox', { name: 'Title' }).selectOption('supplier')
  await dialog.getByRole('combobox', { name: 'Price' }).selectOption('rule')
  await expectSoundOnBoth(page)
  await dialog.getByRole('button', { name: 'Preview changes' }).press('Enter')
  await page.getByRole('heading', { name: 'Review the changes of 1 listing' }).waitFor()
  await visible(page, 'My own title').waitFor()
  await expectSoundOnBoth(page)
  await page.getByRole('button', { name: 'Change 1 listing' }).press('Enter')
  await page.getByRole('status').getByText('1 listing changed.').waitFor()
  await visible(page, 'Fields updated').waitFor()
  await page.goto(`${shop.url}/dashboard/vendor/listings`)
  await visible(page, 'Supplier’s title').waitFor()
  await expectSoundOnBoth(page)
  await page.goBack()
  await page.getByRole('button', { name: 'Undo 1 listing' }).press('Enter')
  await page.getByRole('heading', { name: 'Undone' }).waitFor()
  await expectSound(page)
  await waitUntil('the store has its own title again', async () => {
    const own = await queryRows(db, sql`select 1 from practice_products where name = 'My own title'`)
    return own.length > 0
  })
}

async function choose(page: Page, name: string): Promise<void> {
  await page.goto(`${shop.url}/v-onboard-two`)
  await page.getByRole('checkbox', { name: `Select ${name}` }).check()
  await page.getByText('1 selected', { exact: true }).waitFor()
}

/** Returns the first visible element with a text, as tables are lists of cards on phones. */
function visible(page: Page, text: string) {
  return page.getByRole('main').getByText(text).filter({ visible: true }).first()
}
