import { SHOP_BENCHMARKS } from './shop-benchmarks.ts'
import { startBenchShop } from './shop/catalogue-shop.ts'
import { CHAT } from './chat.ts'
import { toLatencyRows, measurePageLatencies } from './pages/page-latencies.ts'
import { IMPORT } from './import.ts'
import { IMPORT_PLAN } from './plan.ts'
import { LEDGER } from './money/ledger.ts'
import { LIGHTHOUSE } from './pages/lighthouse.ts'
import { RENDERING } from './pages/render.ts'
import { SIGN_IN } from './sign-in.ts'
import { PROCESS_ROLES } from './shop/process-roles.ts'
import { START_AND_MEMORY } from './shop/starts.ts'
import { TABLE_HEAD, formatRow, type Row } from './table.ts'
import { FIRST_LOAD } from './pages/first-load.ts'

const PRODUCT_COUNT = Number(process.argv[2] ?? 100_000)
const ONLY = process.argv[3] ?? ''

/** The number of products of the small catalogue, which the lists of the large one are compared with. */
const SMALL_CATALOGUE = 10_000

/** The benchmarks without a large catalogue; the start comes first, since it builds the pages. */
const STANDALONE_BENCHMARKS = [
  START_AND_MEMORY,
  PROCESS_ROLES,
  FIRST_LOAD,
  RENDERING,
  LIGHTHOUSE,
  IMPORT,
  IMPORT_PLAN,
  SIGN_IN,
  LEDGER,
  CHAT,
]

const PAGE_LATENCIES = 'list, first and last pages'

const isSelected = ({ what }: { what: string }) => what.includes(ONLY)

console.log(TABLE_HEAD)
for (const { what, run } of STANDALONE_BENCHMARKS.filter(isSelected)) await printRows(what, run)
const shopBenchmarks = SHOP_BENCHMARKS.filter(isSelected)
const measuresLatencies = isSelected({ what: PAGE_LATENCIES })
if (shopBenchmarks.length > 0 || measuresLatencies) await measureCatalogue()

async function measureCatalogue(): Promise<void> {
  const shop = await startBenchShop()
  try {
    if (measuresLatencies) await shop.grow(SMALL_CATALOGUE)
    const small = measuresLatencies ? await measurePageLatencies(shop, SMALL_CATALOGUE) : undefined
    const seconds = await shop.grow(PRODUCT_COUNT)
    console.log(
      formatRow({ what: `filling the catalogue with ${PRODUCT_COUNT} products`, figure: seconds, unit: 's' }),
    )
    if (small)
      await printRows(PAGE_LATENCIES, async () =>
        toLatencyRows(small, await measurePageLatencies(shop, PRODUCT_COUNT), PRODUCT_COUNT),
      )
    for (const { what, run } of shopBenchmarks)
      await printRows(what, () => run({ shop, products: PRODUCT_COUNT }))
  } finally {
    await shop.remove()
  }
}

/** Prints the measurements. A failure is printed, and the next one is measured. */
async function printRows(what: string, run: () => Promise<readonly Row[]>): Promise<void> {
  try {
    for (const row of await run()) console.log(formatRow(row))
  } catch (error) {
    process.exitCode = 1
    console.log(`| ${what} | failed: ${error instanceof Error ? error.message : String(error)} |`)
  }
}
