import { sql } from 'drizzle-orm'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { queryRows } from '#database/database.ts'
import { createSignedInAccount } from '#tests/shop/accounts.ts'
import { GERMAN_ACCOUNT } from '#tests/steps/payouts.ts'
import { openConsole } from '../supplier/console-steps.ts'
import { getToast } from '../shop/storefront.ts'
import { fillSignUp, MEI, type Newcomer, readNewestCode, signInOnPage } from '../steps/account-steps.ts'
import { startBrowserShop } from '../steps/browser-shop.ts'
import { createShopCall, pressPaymentButton, saveGuestOrder } from '../steps/checkout-steps.ts'
import { DESKTOP, freshPage, getHorizontalOverflow, PHONE } from '../steps/chromium.ts'

const { shop, db, browser } = await startBrowserShop()

const IDA: Newcomer = {
  ...MEI,
  role: 'manufacturer',
  firstName: 'Ida',
  lastName: 'Brandt',
  email: 'ida@manufacturers.example',
}

const CATALOGUE = `Handle,Title,Type,Option1 Name,Option1 Value,Variant SKU,Variant Price,Variant Inventory Tracker,Variant Inventory Qty,Variant Barcode,Status
dune-ring,Dune ring,Rings,Size,52,DR-52,120.00,shopify,4,6291041500213,active
dune-ring,,,,54,DR-54,120.00,shopify,2,,active
reed-pin,Reed pin,Brooches,,,RP-1,45.00,shopify,9,,active
`

test(
  'a new manufacturer signs up, imports products, ships an order and sees the payout paid, on a phone and a desktop',
  { timeout: 400_000 },
  async () => {
    const { page, errors, close } = await freshPage(browser, PHONE)
    await signUp(page)
    await goThroughSteps(page)
    const operator = await openOperator()
    await verifySupplier(operator.page)
    await importCatalogue(page)
    const part = await buyDuneRing()
    await moveOrder(operator.page, part, 'Send to supplier now')
    await acceptAndPack(page, part)
    await addBankAccount(page)
    await moveOrder(operator.page, part, 'Mark as delivered')
    await moveOrder(operator.page, part, 'Complete the order')
    const earned = await readAvailable(page)
    await payOut(operator.page, earned)
    await expectPaid(page, earned)
    expect([...errors, ...operator.errors]).toEqual([])
    await operator.close()
    await close()
  },
)

/** Checks that a page fits both widths; each page's own journey tests accessibility. */
async function expectFit(page: Page): Promise<void> {
  for (const { viewport } of [DESKTOP, PHONE]) {
    if (viewport) await page.setViewportSize(viewport)
    await expect.poll(() => getHorizontalOverflow(page)).toBe(0)
  }
}

async function signUp(page: Page): Promise<void> {
  await page.goto(`${shop.url}/signup`)
  await page.getByRole('radio', { name: 'Manufacturer' }).check()
  const button = await fillSignUp(page, IDA)
  await button.click()
  await page.waitForURL('**/otp/usr_*')
  await page.getByLabel('Six-digit code').fill(await readNewestCode(shop.url, IDA.email))
  await page.keyboard.press('Enter')
  await page.waitForURL('**/login?next=%2Fm-onboard-one')
  await signInOnPage(page, IDA)
  await page.waitForURL('**/m-onboard-one')
}

async function goThroughSteps(page: Page): Promise<void> {
  const goOn = async (to: string) => {
    await page.getByRole('link', { name: 'Continue', exact: true }).click()
    await page.waitForURL(`**${to}`)
  }
  await page.getByLabel('Store Name').fill('Brandt Silver')
  await page.getByRole('combobox', { name: 'Store Country' }).fill('DE')
  await expectFit(page)
  await goOn('/m-onboard-two')
  await page.getByLabel('Product Name').fill('Moss agate ring')
  await page.getByLabel('Price per item').fill('49.90')
  await page.getByLabel('Available Quantity').fill('3')
  await expectFit(page)
  await goOn('/m-onboard-three')
  await expectFit(page)
  await goOn('/m-onboard-four')
  await page.getByText('Your store isn’t verified yet.').waitFor()
  await page.getByRole('button', { name: 'Publish' }).click()
  await page.getByText('Published, listed once your store is verified').waitFor()
  await expectFit(page)
}

async function openOperator() {
  const account = await createSignedInAccount(db, new Date(), { type: 'operator', withPassword: true })
  return openConsole(browser, {
    shopUrl: shop.url,
    account,
    type: 'operator',
    options: PHONE,
    path: '/dashboard/operator/suppliers',
  })
}

async function verifySupplier(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Brandt Silver' }).first().click()
  await page.getByRole('button', { name: 'Verify supplier' }).click()
  const dialog = page.getByRole('dialog', { name: 'Verify this supplier?' })
  await dialog.getByLabel('Reason').fill('Company checked')
  await expectFit(page)
  await dialog.getByRole('button', { name: 'Verify supplier' }).click()
  await getToast(page, 'success', 'The supplier is verified. Its products are listed.').waitFor()
}

async function importCatalogue(page: Page): Promise<void> {
  await page.goto(`${shop.url}/dashboard/supplier/imports`)
  await page
    .locator('input[type=file]')
    .first()
    .setInputFiles({
      name: 'spring.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(CATALOGUE),
    })
  await page.waitForURL(/\/imports\/imp_/)
  await page.getByRole('button', { name: 'Import 2 products' }).waitFor()
  await expectFit(page)
  await page.getByRole('button', { name: 'Import 2 products' }).click()
  await page.getByText(/^2 products imported/).waitFor()
  await expectFit(page)
}

/** A guest buys two rings of the import; returns the ID of the supplier's order. */
async function buyDuneRing(): Promise<string> {
  const [variant] = await queryRows<{ id: string; variantId: string }>(
    db,
    sql`select p.public_id as id, v.public_id as "variantId" from products p
      join product_variants v on v.product_id = p.id where v.sku = 'DR-52'`,
  )
  if (!variant) throw new Error('the ring was not imported')
  const { rates } = await createShopCall(shop.url)('POST /shipping/rates', {
    body: {
      shipmentDetails: { toZip: '079903', toCountry: 'SG', weight: 2, length: 25, width: 20, height: 15 },
    },
  })
  const { id } = await saveGuestOrder(
    shop.url,
    { ...variant, name: 'Dune ring', productKey: 0, variantKey: 0 },
    {
      shippingMethod: 'ship',
      selectedShippingRate: rates[0] ?? null,
      items: [{ ...variant, quantity: 2 }],
    },
  )
  await pressPaymentButton(shop.url, id, 'pay')
  const readOrder = async () =>
    (await createShopCall(shop.url)('GET /shop/trackOrder/{id}', { params: { id } })).order.supplierOrders[0]
  await expect.poll(async () => (await readOrder())?.state).toBe('paid_hold')
  return (await readOrder())?.id ?? ''
}

/** Moves an order as an operator, where time or the carrier would. */
async function moveOrder(page: Page, part: string, move: string): Promise<void> {
  await page.goto(`${shop.url}/dashboard/operator/orders/${part}`)
  await page.getByRole('button', { name: 'Move the order' }).click()
  await page.getByRole('menuitem', { name: move }).click()
  const dialog = page.getByRole('dialog', { name: `${move}?` })
  await dialog.getByLabel('Reason').fill('So that nobody waits')
  await dialog.getByRole('button', { name: move }).click()
  await dialog.waitFor({ state: 'hidden' })
}

async function acceptAndPack(page: Page, part: string): Promise<void> {
  await page.goto(`${shop.url}/dashboard/supplier`)
  await page.getByText('1 order to accept').waitFor()
  await expectFit(page)
  await page.getByRole('link', { name: 'Accept', exact: true }).click()
  await page.waitForURL(/view=to_accept/)
  await page.goto(`${shop.url}/dashboard/supplier/orders/${part}`)
  await page.getByRole('button', { name: 'Accept order' }).click()
  await getToast(page, 'success', 'The order is accepted.').waitFor()
  await expectFit(page)
  // The packing list has the orders to ship today.
  await db.execute(sql`update supplier_orders set ship_by = now() where public_id = ${part}`)
  await page.goto(`${shop.url}/dashboard/supplier/packing`)
  await page.getByRole('button', { name: 'Start packing' }).click()
  const line = page.getByRole('list', { name: 'Items to pack' }).getByRole('button')
  await line.tap()
  await line.tap()
  await expectFit(page)
  await page.getByRole('button', { name: 'Add tracking' }).click()
  const dialog = page.getByRole('dialog', { name: 'Ship with your own carrier' })
  await dialog.getByLabel('Carrier').selectOption('fedex')
  await dialog.getByLabel('Tracking number').fill('1234 5678 9012')
  await dialog.getByRole('button', { name: 'Ship 2 items' }).click()
  await page.getByText('Everything is packed', { exact: true }).waitFor()
  await page.goto(`${shop.url}/dashboard/supplier/orders/${part}`)
  await page.getByText('All items shipped').waitFor()
  await expectFit(page)
}

async function addBankAccount(page: Page): Promise<void> {
  await page.goto(`${shop.url}/dashboard/supplier/money`)
  await page.getByRole('button', { name: 'Add a bank account' }).click()
  const dialog = page.getByRole('dialog', { name: 'Bank account for payouts' })
  await dialog.getByLabel('Account holder').fill(GERMAN_ACCOUNT.holder)
  await dialog.getByLabel('Country of the bank').selectOption('DE')
  await dialog.getByLabel('IBAN').fill(GERMAN_ACCOUNT.iban)
  await dialog.getByLabel('Your password').fill(IDA.password)
  await dialog.getByRole('button', { name: 'Save' }).click()
  await getToast(page, 'success', 'Your bank details have been saved.').waitFor()
  await expectFit(page)
  // New bank details are used after three days.
  await db.execute(sql`update payout_accounts set usable_from = now() - interval '1 hour'`)
}

/** Returns the available money as the page shows it, such as `$230.40`. */
async function readAvailable(page: Page): Promise<string> {
  await page.goto(`${shop.url}/dashboard/supplier/money`)
  const available = page.getByRole('link', { name: /^\$[1-9].*see the entries$/ }).first()
  await available.waitFor()
  await expectFit(page)
  return /\$[\d,.]+/.exec(await available.innerText())?.[0] ?? ''
}

async function payOut(page: Page, earned: string): Promise<void> {
  await page.goto(`${shop.url}/dashboard/operator/money`)
  await page.getByRole('button', { name: 'Create due payouts' }).click()
  await getToast(page, 'success', 'Due payouts have been created.').waitFor()
  await page.getByText(earned).filter({ visible: true }).first().waitFor()
  await page.getByRole('button', { name: 'Create bank file' }).click()
  const dialog = page.getByRole('dialog', { name: 'Create a bank file' })
  await expectFit(page)
  await dialog.getByRole('button', { name: 'Create bank file' }).click()
  await page.getByRole('button', { name: /^Mark as sent: / }).click()
  await page.getByRole('button', { name: /^Mark as paid: / }).click()
  await page
    .getByText(/paid · created/)
    .first()
    .waitFor()
  await expectFit(page)
}

async function expectPaid(page: Page, earned: string): Promise<void> {
  await page.goto(`${shop.url}/dashboard/supplier/money`)
  const payouts = page.getByRole('region', { name: 'Payouts', exact: true })
  await payouts.getByText('Paid', { exact: true }).filter({ visible: true }).first().waitFor()
  await expectFit(page)
  await payouts.getByRole('link').filter({ visible: true }).first().click()
  await page.getByRole('region', { name: 'Amount' }).getByText(earned).last().waitFor()
  await page.getByRole('region', { name: 'Timeline' }).getByText('Arrived', { exact: true }).waitFor()
  await expectFit(page)
}
