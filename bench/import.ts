import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { migrate } from '#database/migrate.ts'
import { openDatabase } from '#database/connections/open-database.ts'
import { searchProducts } from '#features/catalogue/catalog/storefront/search/search-products.ts'
import { shopCommand } from '../scripts/command.ts'
import { writeFeed } from './feed.ts'
import { measurePeakMb } from './shop/process-memory.ts'
import type { Measurement, Row } from './table.ts'

const ROWS = 100_000
const LAST_PRODUCT = 'Quintessence Zephyrine Ring'

/** Measures the import of a feed of 100,000 rows by the operator's command. */
export const IMPORT: Measurement = { what: 'import of a feed', run: measureImport }

async function measureImport(): Promise<Row[]> {
  const folder = await mkdtemp(path.join(tmpdir(), 'cabochon-bench-import-'))
  const database = await openDatabase({ dataDir: folder, log: () => undefined })
  try {
    await migrate(database.pool)
    const feed = path.join(folder, 'feed.csv')
    await writeFeed(feed, { rows: ROWS, lastProduct: LAST_PRODUCT })
    const { seconds, memoryMb } = await importFeed(feed, folder)
    const startedAt = performance.now()
    const searchResults = await searchProducts(database.db, 'quintesence')
    const searchMs = Math.round(performance.now() - startedAt)
    if (!searchResults.includes(LAST_PRODUCT)) throw new Error('the last product of the feed is not found')
    const note = `${Math.round(seconds)} s; its last product found right after, with a typing error, in ${searchMs} ms`
    const peers = 'Vendure 163/s and 84 s more, Medusa 176/s and 4 min more'
    return [
      {
        what: 'import of a feed of 100,000 rows',
        figure: ROWS / seconds,
        unit: '/s',
        bar: 3_000,
        aim: 10_000,
        peers,
        note,
      },
      { what: 'import of a feed: memory of the importing process', figure: memoryMb, unit: 'MB', bar: 300 },
    ]
  } finally {
    await database.close()
    await rm(folder, { recursive: true, force: true })
  }
}

/** The database runs already, as it does beside an open shop. */
async function importFeed(feed: string, dataDir: string): Promise<{ seconds: number; memoryMb: number }> {
  const startedAt = performance.now()
  const { program, args } = shopCommand('import', '--apply', '--supplier', 'Bench', feed)
  const child = spawn(program, args, {
    env: { ...process.env, DATA_DIR: dataDir, NODE_ENV: 'production' },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const exited = once(child, 'exit')
  if (child.pid === undefined) throw new Error('the import could not be started')
  const memoryMb = await measurePeakMb(child.pid, () => exited)
  const [code] = await exited
  if (code !== 0) throw new Error(`the import ended with ${code}`)
  return { seconds: (performance.now() - startedAt) / 1000, memoryMb }
}
