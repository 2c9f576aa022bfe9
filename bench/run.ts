import { ANSWERS } from './answers.ts'
import { catalogueShop } from './catalogue-shop.ts'
import { CHAT } from './chat.ts'
import { depthRows, measureDepths } from './depths.ts'
import { IMPORT } from './import.ts'
import { LEDGER } from './ledger.ts'
import { LIGHTHOUSE } from './lighthouse.ts'
import { RENDERING } from './render.ts'
import { SIGN_IN } from './sign-in.ts'
import { START_AND_MEMORY } from './starts.ts'
import { TABLE_HEAD, tableLine, type Row } from './table.ts'
import { FIRST_LOAD } from './weights.ts'

const PIECES = Number(process.argv[2] ?? 100_000)
const ONLY = process.argv[3] ?? ''

/** What the lists of the large catalogue are held against. */
const SMALL = 10_000

/** What needs no large catalogue; the start comes first, since it builds the pages. */
const WITHOUT_CATALOGUE = [START_AND_MEMORY, FIRST_LOAD, RENDERING, LIGHTHOUSE, IMPORT, SIGN_IN, LEDGER, CHAT]

const DEPTHS = 'list, first and last pages'

const isChosen = ({ what }: { what: string }) => what.includes(ONLY)

console.log(TABLE_HEAD)
for (const { what, run } of WITHOUT_CATALOGUE.filter(isChosen)) await tell(what, run)
const answers = ANSWERS.filter(isChosen)
const withDepths = isChosen({ what: DEPTHS })
if (answers.length > 0 || withDepths) await measureCatalogue()

async function measureCatalogue(): Promise<void> {
  const shop = await catalogueShop()
  try {
    if (withDepths) await shop.grow(SMALL)
    const small = withDepths ? await measureDepths(shop, SMALL) : undefined
    const seconds = await shop.grow(PIECES)
    console.log(
      tableLine({ what: `filling the catalogue with ${PIECES} pieces`, figure: seconds, unit: 's' }),
    )
    if (small) await tell(DEPTHS, async () => depthRows(small, await measureDepths(shop, PIECES), PIECES))
    for (const { what, run } of answers) await tell(what, () => run({ shop, pieces: PIECES }))
  } finally {
    await shop.remove()
  }
}

/** Prints what was measured. What fails is told, and the next is measured. */
async function tell(what: string, run: () => Promise<readonly Row[]>): Promise<void> {
  try {
    for (const row of await run()) console.log(tableLine(row))
  } catch (error) {
    process.exitCode = 1
    console.log(`| ${what} | failed: ${error instanceof Error ? error.message : String(error)} |`)
  }
}
