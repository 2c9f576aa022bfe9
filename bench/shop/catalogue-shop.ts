import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { openDatabase } from '#database/connections/open-database.ts'
import { startRunningShop } from '#tests/shop/running-shop.ts'
import { generateCatalogue } from '../catalogue.ts'
import type { PaymentCounts } from '../money/payment-webhooks.ts'

/** A shop in a process of its own, filled by `grow`, and the bare handler on the same database. */
export type BenchShop = Readonly<{
  url: string
  bareUrl: string
  /** The secret its sandbox provider signs with. */
  secret: string
  /** Fills the catalogue up to this many products; returns the seconds it took. */
  grow(products: number): Promise<number>
  /** The paid orders in its ledger. */
  books(): Promise<PaymentCounts>
  remove(): Promise<void>
}>

const PAYMENT_COUNTS = `
  select (select count(*) from purchases where paid_at is not null)::int as paid,
    (select count(*) from receipts)::int as receipts,
    (select count(*) from ledger_postings where kind in ('captured', 'received_unapplied'))::int as postings`

const SECRET = 'the secret of the bench sandbox'

/** Starts the shop and the bare handler with an empty catalogue. */
export async function startBenchShop(): Promise<BenchShop> {
  const shop = await startRunningShop({ SANDBOX_PAY_SECRET: SECRET, LOG_LEVEL: 'error' })
  const database = await openDatabase({ dataDir: shop.dataDir, log: () => undefined })
  const ceilingProcess = spawn(process.execPath, [fileURLToPath(new URL('../ceiling.ts', import.meta.url))], {
    env: { ...process.env, DATABASE_URL: database.url },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [line] = await once(ceilingProcess.stdout, 'data')
  return {
    url: shop.url,
    bareUrl: String(line).trim(),
    secret: SECRET,
    grow: async (products) => {
      const startedAt = performance.now()
      await generateCatalogue(database.pool, products)
      return (performance.now() - startedAt) / 1000
    },
    books: async () => {
      const { rows } = await database.pool.query<PaymentCounts>(PAYMENT_COUNTS)
      return rows[0] ?? { paid: 0, receipts: 0, postings: 0 }
    },
    remove: async () => {
      ceilingProcess.kill()
      await database.close()
      await shop.remove()
    },
  }
}
