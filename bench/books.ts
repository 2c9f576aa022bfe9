import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { migrate } from '#database/migrate.ts'
import { openDatabase } from '#database/open-database.ts'
import { field } from '#tests/steps/chat.ts'
import { pieceOnSale, placeGuestOrder, supplierInTrade } from '#tests/shop/factories.ts'
import { playPayment } from '#tests/steps/paying.ts'
import { GERMAN, good, operatorOf } from '#tests/steps/payouts.ts'
import { personSignedIn } from '#tests/shop/people.ts'
import { partIds, refundBy } from '#tests/steps/refunds.ts'
import { shopOver, type TestShop } from '#tests/shop/shop.ts'
import {
  aParcel,
  asGuest,
  asSupplier,
  type MadeOrder,
  runOrderTimers,
  sentOrder,
} from '#tests/steps/supplier-orders.ts'
import { bookkeeper } from './bookkeeper.ts'

// npm run books: plays two purchases on a database of its own, prints what the ledger says of each step, and the audit.
const MINUTE = 60_000
const DAY = 1_440 * MINUTE
const AUDIT = fileURLToPath(new URL('../src/main/cli/audit.ts', import.meta.url))

const dataDir = await mkdtemp(path.join(tmpdir(), 'cabochon-books-'))
const database = await openDatabase({ dataDir, log: () => undefined })
try {
  await migrate(database.pool)
  const shop = await shopOver(database, { PAYOUT_EVERY_DAYS: '1' })
  await refundedBeforeRelease(shop)
  await refundedAfterPayout(shop)
  await shop.app.jobs.stop()
  process.exitCode = await audited()
} finally {
  await database.close()
  await rm(dataDir, { recursive: true })
}

/** A purchase of two suppliers; one line of the first one's pieces is given back before anything is released. */
async function refundedBeforeRelease(shop: TestShop): Promise<void> {
  const [harbour, hockley] = [await aStore(shop, 'Harbour Setting Co.'), await aStore(shop, 'Hockley Bench')]
  const books = bookkeeper(shop.db, [harbour.supplier, hockley.supplier])
  books.title('1  A purchase of two suppliers, one line of it refunded before anything is released')

  const pieces = [
    await pieceOnSale(shop.db, { supplier: harbour.supplier, price: 15_000 }),
    await pieceOnSale(shop.db, { supplier: harbour.supplier, price: 8_000 }),
    await pieceOnSale(shop.db, { supplier: hockley.supplier, price: 10_800 }),
  ]
  const { id: purchaseId } = await placeGuestOrder(shop, pieces)
  await playPayment(shop, purchaseId, 'pay')
  await books.tell(
    'a guest pays for a ring at 150.00 and studs at 80.00 of Harbour, and an anklet at 108.00 of Hockley',
  )

  const [id = ''] = await partIds(shop, purchaseId)
  const made: MadeOrder = { shop, purchaseId, id, ...harbour, variantIds: [] }
  shop.passTime(10 * MINUTE)
  await runOrderTimers(shop)
  await good(asSupplier(made, 'accept'))
  await good(asSupplier(made, 'parcels', aParcel('first')))
  await books.tell(
    'Harbour sends both its pieces: they are earned, and wait for the end of the time for complaints',
  )

  await good(refundBy(made, { of: 'lines', lines: [{ line: 2, quantity: 1 }] }))
  await shop.work()
  await books.tell('the studs are given back')
  await good(asGuest(shop, made, 'received'))
  await nextDays(shop, 14)
  await books.tell(
    'fourteen days later the rest is released; Hockley has never answered, so its part goes back',
  )
}

/** An order that is earned, released, paid out by a file for the bank, and given back; the next payout is less by that. */
async function refundedAfterPayout(shop: TestShop): Promise<void> {
  const atelier = await aStore(shop, 'Atelier Süd')
  await good(shop.post('/supplier/payout-account', GERMAN, atelier.owner.headers))
  const books = bookkeeper(shop.db, [atelier.supplier])
  books.title('2  A purchase that is earned, released and paid out by a file for the bank, then refunded')

  const made = await sentOrder(shop, { like: atelier })
  await books.tell('a guest pays for a piece at 100.00, and it is sent: earned')
  await good(asGuest(shop, made, 'received'))
  await nextDays(shop, 14)
  await books.tell('the guest has it, and fourteen days go by without a complaint: released')

  await paidOut(shop, books)
  await good(refundBy(made, { of: 'all' }))
  await shop.work()
  await books.tell('all of it is given back to the guest: the supplier owes what it was paid')

  await sentOrder(shop, { like: atelier, quantities: [3], released: true })
  await books.tell('three more pieces are paid, sent and released')
  await nextDays(shop, 1)
  await paidOut(shop, books)
}

/** Sweeps what may be paid into a payout, makes the file for the bank, and says that the bank has done it. */
async function paidOut(shop: TestShop, books: ReturnType<typeof bookkeeper>): Promise<void> {
  const operator = await operatorOf(shop)
  await good(operator.post('/payouts/sweep'))
  await books.tell('what is available, less what is owed, is swept into a payout')
  const file = field(await good(operator.post('/payout-files', { payOn: '2027-01-04' })), 'file', 'id')
  books.say((await good(operator.get(`/payout-files/${file}/csv`))).text)
  await good(operator.post(`/payout-files/${file}/mark`, { event: 'send' }))
  await good(operator.post(`/payout-files/${file}/mark`, { event: 'confirm' }))
  await books.tell('the bank has had that file, and has done it')
}

async function aStore(shop: TestShop, name: string): Promise<Pick<MadeOrder, 'supplier' | 'owner'>> {
  const supplier = await supplierInTrade(shop.db, { name })
  return {
    supplier,
    owner: await personSignedIn(shop.db, shop.now(), {
      type: 'manufacturer',
      owns: supplier,
      withPassword: true,
    }),
  }
}

async function nextDays(shop: TestShop, count: number): Promise<void> {
  shop.passTime(count * DAY)
  await runOrderTimers(shop)
}

/** What an operator would type: it recomputes everything, and gives 0 when the books are sound. */
async function audited(): Promise<number> {
  console.log('\n## npm run audit\n')
  const env = { ...process.env, DATA_DIR: dataDir, NODE_ENV: 'production' }
  const child = spawn(process.execPath, [AUDIT], { env, stdio: ['ignore', 'inherit', 'inherit'] })
  const [code] = await once(child, 'exit')
  return Number(code)
}
