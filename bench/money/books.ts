import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { migrate } from '#database/migrate.ts'
import { openDatabase } from '#database/connections/open-database.ts'
import { getField } from '#tests/steps/chat.ts'
import { createTestProduct, placeGuestOrder, createTestSupplier } from '#tests/shop/factories.ts'
import { completePayment } from '#tests/steps/payments.ts'
import { GERMAN_ACCOUNT, expectSuccess, createOperator } from '#tests/steps/payouts.ts'
import { createSignedInAccount } from '#tests/shop/accounts.ts'
import { listSupplierOrderIds, refundAsOperator } from '#tests/steps/refunds.ts'
import { createShopOnDatabase, type TestShop } from '#tests/shop/shop.ts'
import {
  createParcelBody,
  postAsGuest,
  postAsSupplier,
  type CreatedOrder,
  runOrderTimers,
  createSentOrder,
} from '#tests/steps/supplier-orders.ts'
import { createLedgerPrinter } from './ledger-printer.ts'
import { shopCommand } from '../../scripts/command.ts'

// npm run books: plays two purchases on a database of its own, prints what the ledger says of each step, and the audit.
const MINUTE = 60_000
const DAY = 1_440 * MINUTE
const AUDIT = shopCommand('audit')

const dataDir = await mkdtemp(path.join(tmpdir(), 'cabochon-books-'))
const database = await openDatabase({ dataDir, log: () => undefined })
try {
  await migrate(database.pool)
  const shop = await createShopOnDatabase(database, { PAYOUT_EVERY_DAYS: '1' })
  await runRefundBeforeRelease(shop)
  await runRefundAfterPayout(shop)
  await shop.app.jobs.stop()
  process.exitCode = await runAudit()
} finally {
  await database.close()
  await rm(dataDir, { recursive: true })
}

/** A purchase of two suppliers; one line of the first one's products is given back before anything is released. */
async function runRefundBeforeRelease(shop: TestShop): Promise<void> {
  const [harbour, hockley] = [
    await createSupplierWithOwner(shop, 'Harbour Setting Co.'),
    await createSupplierWithOwner(shop, 'Hockley Bench'),
  ]
  const printer = createLedgerPrinter(shop.db, [harbour.supplier, hockley.supplier])
  printer.title('1  A purchase of two suppliers, one line of it refunded before anything is released')

  const products = [
    await createTestProduct(shop.db, { supplier: harbour.supplier, price: 15_000 }),
    await createTestProduct(shop.db, { supplier: harbour.supplier, price: 8_000 }),
    await createTestProduct(shop.db, { supplier: hockley.supplier, price: 10_800 }),
  ]
  const { id: purchaseId } = await placeGuestOrder(shop, products)
  await completePayment(shop, purchaseId, 'pay')
  await printer.tell(
    'a guest pays for a ring at 150.00 and studs at 80.00 of Harbour, and an anklet at 108.00 of Hockley',
  )

  const [id = ''] = await listSupplierOrderIds(shop, purchaseId)
  const created: CreatedOrder = { shop, purchaseId, id, ...harbour, variantIds: [] }
  shop.passTime(10 * MINUTE)
  await runOrderTimers(shop)
  await expectSuccess(postAsSupplier(created, 'accept'))
  await expectSuccess(postAsSupplier(created, 'parcels', createParcelBody('first')))
  await printer.tell(
    'Harbour sends both its products: they are earned, and wait for the end of the time for complaints',
  )

  await expectSuccess(refundAsOperator(created, { of: 'lines', lines: [{ line: 2, quantity: 1 }] }))
  await shop.work()
  await printer.tell('the studs are given back')
  await expectSuccess(postAsGuest(shop, created, 'received'))
  await passDays(shop, 14)
  await printer.tell(
    'fourteen days later the rest is released; Hockley has never answered, so its part goes back',
  )
}

/**
 * Runs an order that is earned, released, paid out by a bank file, and refunded. The next payout is reduced by
 * that.
 */
async function runRefundAfterPayout(shop: TestShop): Promise<void> {
  const atelier = await createSupplierWithOwner(shop, 'Atelier Süd')
  await expectSuccess(shop.post('/supplier/payout-account', GERMAN_ACCOUNT, atelier.owner.headers))
  const printer = createLedgerPrinter(shop.db, [atelier.supplier])
  printer.title('2  A purchase that is earned, released and paid out by a file for the bank, then refunded')

  const created = await createSentOrder(shop, { like: atelier })
  await printer.tell('a guest pays for a product at 100.00, and it is sent: earned')
  await expectSuccess(postAsGuest(shop, created, 'received'))
  await passDays(shop, 14)
  await printer.tell('the guest has it, and fourteen days go by without a complaint: released')

  await payOut(shop, printer)
  await expectSuccess(refundAsOperator(created, { of: 'all' }))
  await shop.work()
  await printer.tell('all of it is given back to the guest: the supplier owes what it was paid')

  await createSentOrder(shop, { like: atelier, quantities: [3], released: true })
  await printer.tell('three more products are paid, sent and released')
  await passDays(shop, 1)
  await payOut(shop, printer)
}

/** Creates a payout of the available balance and its bank file, and marks it as executed. */
async function payOut(shop: TestShop, printer: ReturnType<typeof createLedgerPrinter>): Promise<void> {
  const operator = await createOperator(shop)
  await expectSuccess(operator.post('/payouts/sweep'))
  await printer.tell('what is available, less what is owed, is swept into a payout')
  const file = getField(
    await expectSuccess(operator.post('/payout-files', { payOn: '2027-01-04' })),
    'file',
    'id',
  )
  printer.say((await expectSuccess(operator.get(`/payout-files/${file}/csv`))).text)
  await expectSuccess(operator.post(`/payout-files/${file}/mark`, { event: 'send' }))
  await expectSuccess(operator.post(`/payout-files/${file}/mark`, { event: 'confirm' }))
  await printer.tell('the bank has had that file, and has done it')
}

async function createSupplierWithOwner(
  shop: TestShop,
  name: string,
): Promise<Pick<CreatedOrder, 'supplier' | 'owner'>> {
  const supplier = await createTestSupplier(shop.db, { name })
  return {
    supplier,
    owner: await createSignedInAccount(shop.db, shop.now(), {
      type: 'manufacturer',
      owns: supplier,
      withPassword: true,
    }),
  }
}

async function passDays(shop: TestShop, count: number): Promise<void> {
  shop.passTime(count * DAY)
  await runOrderTimers(shop)
}

/** Runs the audit as an operator would: it recomputes everything, and returns 0 when the books are sound. */
async function runAudit(): Promise<number> {
  console.log('\n## npm run audit\n')
  const env = { ...process.env, DATA_DIR: dataDir, NODE_ENV: 'production' }
  const child = spawn(AUDIT.program, AUDIT.args, { env, stdio: ['ignore', 'inherit', 'inherit'] })
  const [code] = await once(child, 'exit')
  return Number(code)
}
