import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { Presets, SingleBar } from 'cli-progress'
import { z } from 'zod'
import type { Queryable } from '#database/database.ts'
import { enqueuePictures, fetchPictures } from '#features/catalogue/catalog/jobs.ts'
import { findEncoding } from '#features/catalogue/catalog/import/encoding/encoding-names.ts'
import type { FeedSource } from '#features/catalogue/catalog/import/read/feed-source.ts'
import {
  importFeed,
  type ImportOrder,
  type ImportProgress,
} from '#features/catalogue/catalog/import/import-feed.ts'
import { reportInWords, type ImportReport } from '#features/catalogue/catalog/import/import-report.ts'
import { openFeed } from '#features/catalogue/catalog/import/read/read-parts.ts'
import {
  ensureWarehouse,
  findOrCreateSupplier,
  type NamedSupplier,
  setSupplierMail,
  type Supplier,
} from '#features/catalogue/suppliers/service.ts'
import { loadConfig, type Config } from '#platform/config/config.ts'
import { localFiles } from '#platform/files/local-files.ts'
import { createJobs } from '#platform/jobs/jobs.ts'
import { createLog } from '#platform/log.ts'
import { choices, chooseSupplier, nameIn, readSupplierWish, type SupplierWish } from './chosen-supplier.ts'
import { saidInWords } from './run-command.ts'
import { type FoundShop, withDatabase } from './with-database.ts'

const USAGE = `usage: npm run import -- --supplier NAME FILE [--country XX] [--email ADDRESS] [--as-of TIME]
       [--encoding NAME] [--force]
       npm run import -- --short-name SHORT FILE [--email ADDRESS] [--as-of TIME] [--encoding NAME] [--force]

  --supplier NAME     whose products these are; a new supplier is made and verified
  --short-name SHORT  a known supplier by the short name that it alone has
  --country XX        where a new supplier is (two letters, US if not given)
  --email ADDRESS     where it is told of its orders; a known supplier's address is changed.
                      Shoppers see it in the chat unless somebody has signed up for the supplier
  --as-of TIME        when the stock in the file was counted, such as 2026-11-22T09:00 or 2026-11-22T09:00Z; if not
                      given, when the file was last changed. Orders that the supplier got later are taken off its count
  --encoding NAME     how the file is written, such as windows-1250, gbk or macintosh; if not given, it is found out
  --force             go on although more than half of the products are refused
  FILE                a Shopify or WooCommerce product export (CSV)`

const NO_MAIL = 'note: the supplier has no mail address and will not be told of orders: give one by --email'

type Wish = Readonly<{
  whom: SupplierWish
  country: string
  email: string | undefined
  asOf: Date | undefined
  encoding: string | undefined
  isForced: boolean
  file: string
}>

process.exitCode = await main(process.argv.slice(2))

/** Takes a feed in and says how it went; 0 when it was taken in, 1 when nothing was, 2 when it was called wrongly. */
async function main(args: readonly string[]): Promise<number> {
  const wish = readArguments(args)
  if (typeof wish === 'string') {
    console.error(`${wish}\n\n${USAGE}`)
    return 2
  }
  const found = await stat(wish.file).catch(() => undefined)
  if (!found?.isFile()) {
    console.error(`There is no file ${wish.file}.`)
    return 2
  }
  return saidInWords(async () => {
    const asOf = wish.asOf ?? found.mtime
    const imported = await importFile(loadConfig(process.env), { ...wish, asOf })
    if ('problem' in imported) {
      console.error(imported.problem)
      return 1
    }
    const { report, hasMail } = imported
    const words = reportInWords(report)
    if (!hasMail) words.splice(-1, 0, NO_MAIL)
    for (const line of words) console.log(line)
    return report.created + report.updated + report.unchanged > 0 ? 0 : 1
  })
}

function readArguments(args: readonly string[]): Wish | string {
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        supplier: { type: 'string' },
        'short-name': { type: 'string' },
        country: { type: 'string' },
        email: { type: 'string' },
        'as-of': { type: 'string' },
        encoding: { type: 'string' },
        force: { type: 'boolean' },
      },
    })
    const [file, ...others] = positionals
    const whom = readSupplierWish(values)
    const country = values.country ?? 'US'
    if (!whom) return 'Say whose products these are: either --supplier NAME or --short-name SHORT.'
    if (!file || others.length > 0) return 'Name one file.'
    if (!/^[a-z]{2}$/i.test(country)) return 'A country is two letters, such as US.'
    const email = values.email?.trim()
    if (email !== undefined && !z.email().safeParse(email).success) return `${email} is not a mail address.`
    const asOf = values['as-of'] === undefined ? undefined : readTime(values['as-of'])
    if (typeof asOf === 'string') return asOf
    const encoding = values.encoding === undefined ? undefined : findEncoding(values.encoding)
    if (values.encoding !== undefined && !encoding)
      return `${values.encoding} is no encoding that is known. Known are utf-8, windows-1250, gbk, shift_jis, macintosh and others.`
    return { whom, country, email, asOf, encoding, file, isForced: values.force ?? false }
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

/** A moment that has been, in the time zone of this machine where none is said; else what is wrong with it. */
function readTime(text: string): Date | string {
  // Minutes are exact enough for whoever types it.
  const whole = text.trim().replace(/(T\d\d:\d\d)(?=Z|[+-]|$)/, '$1:00')
  const isTime = z.iso.datetime({ offset: true, local: true }).safeParse(whole).success
  const time = new Date(whole)
  if (!isTime || Number.isNaN(time.getTime()))
    return `${text} is not a time such as 2026-11-22T09:00 or 2026-11-22T09:00Z.`
  return time > new Date() ? `${text} is yet to come: say when the stock was counted.` : time
}

/** `hasMail` is whether the supplier can be told of its orders; a `problem` is why the feed has no certain supplier. */
type Imported = Readonly<{ report: ImportReport; hasMail: boolean } | { problem: string }>

type WholeWish = Wish & Readonly<{ asOf: Date }>

async function importFile(config: Config, wish: WholeWish): Promise<Imported> {
  return withDatabase(config, (shop) => importInto(shop, wish))
}

async function importInto({ db, place }: FoundShop, wish: WholeWish): Promise<Imported> {
  const now = new Date()
  // Only orders the fetching of pictures; the server does it.
  const fetching = fetchPictures(localFiles(path.join(place.dataDir, 'files')))
  const jobs = await createJobs({
    db,
    log: createLog('silent'),
    clock: () => new Date(),
    declare: () => [fetching],
  })
  const { onProgress, stop } = showProgress()
  try {
    const source: FeedSource = {
      name: path.basename(wish.file),
      encoding: wish.encoding,
      open: () => createReadStream(wish.file),
    }
    // A file that is no feed throws here, before a supplier is made for it.
    const { encoding } = await openFeed(source)
    const choice = await chooseForFeed(db, wish)
    if ('problem' in choice) return choice
    const { supplier } = choice
    const warehouse = await ensureWarehouse(db, supplier)
    if (wish.email) await setSupplierMail(db, supplier.id, wish.email)
    const order: ImportOrder = {
      supplierId: supplier.id,
      warehouseId: warehouse.id,
      source: { ...source, encoding },
      asOf: wish.asOf,
      now,
      isForced: wish.isForced,
      onProgress,
      enqueuePictures: enqueuePictures(jobs.enqueue),
    }
    return { report: await importFeed(db, order), hasMail: Boolean(wish.email ?? supplier.contactEmail) }
  } finally {
    stop()
    await jobs.stop()
  }
}

type ForFeed = Readonly<{ supplier: NamedSupplier | Supplier } | { problem: string }>

/** Finds or creates whose products a feed brings. A sign-up nobody has verified gets none by its name alone: anybody may take a name. */
async function chooseForFeed(db: Queryable, { whom, country }: Wish): Promise<ForFeed> {
  const choice = await chooseSupplier(db, whom)
  if ('problem' in choice) return choice
  const { supplier } = choice
  if (!supplier) return createSupplier(db, nameIn(whom), country)
  if ('shortName' in whom || supplier.owner === null || supplier.isVerified) return { supplier }
  const title = `Somebody has signed up as ${supplier.name}, and nobody has verified them:`
  return { problem: [title, ...choices([supplier])].join('\n') }
}

async function createSupplier(db: Queryable, name: string, country: string): Promise<ForFeed> {
  const made = await findOrCreateSupplier(db, { name, country })
  if (made.isNew) return made
  return { problem: `Somebody has just signed up as ${name}: please run the import again.` }
}

/** A bar on a terminal; elsewhere a line for each phase and each tenth part, so that a log stays readable. */
function showProgress(): { onProgress: (progress: ImportProgress) => void; stop: () => void } {
  if (!process.stdout.isTTY) return { onProgress: plainProgress(), stop: () => undefined }
  const bar = new SingleBar(
    { format: '{phase} {bar} {value}/{total}', hideCursor: true, clearOnComplete: true },
    Presets.shades_classic,
  )
  bar.start(1, 0, { phase: 'reading ' })
  return {
    onProgress({ phase, done, total }) {
      bar.setTotal(Math.max(total ?? done, 1))
      bar.update(done, { phase: phase.padEnd(8) })
    },
    stop: () => bar.stop(),
  }
}

function plainProgress(): (progress: ImportProgress) => void {
  let said = ''
  return ({ phase, done, total }) => {
    const part = total ? Math.floor((done * 10) / total) : Math.floor(done / 20_000)
    if (said === `${phase} ${part}`) return
    said = `${phase} ${part}`
    console.log(total ? `${phase}: ${done} of ${total} pieces` : `${phase}: ${done} rows`)
  }
}
