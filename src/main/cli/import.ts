import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { Presets, SingleBar } from 'cli-progress'
import { z } from 'zod'
import type { Queryable } from '#database/database.ts'
import { enqueuePictures, createFetchPicturesJob } from '#features/catalogue/catalog/jobs.ts'
import { findEncoding } from '#features/catalogue/catalog/import/encoding/encoding-names.ts'
import type { FeedSource } from '#features/catalogue/catalog/import/read/feed-source.ts'
import {
  importFeed,
  type ImportRequest,
  type ImportProgress,
} from '#features/catalogue/catalog/import/import-feed.ts'
import { formatReport, type ImportReport } from '#features/catalogue/catalog/import/import-report.ts'
import { openFeed } from '#features/catalogue/catalog/import/read/read-parts.ts'
import {
  ensureWarehouse,
  findOrCreateSupplier,
  type NamedSupplier,
  setSupplierEmail,
  type Supplier,
} from '#features/catalogue/suppliers/service.ts'
import { loadConfig, type Config } from '#platform/config/config.ts'
import { localFiles } from '#platform/files/storage/local-files.ts'
import { getFilesFolder } from '#platform/files/storage/open-files.ts'
import { createJobs } from '#platform/jobs/jobs.ts'
import { createLog } from '#platform/log.ts'
import {
  formatChoices,
  selectSupplier,
  getSelectorName,
  parseSupplierSelector,
  type SupplierSelector,
} from './select-supplier.ts'
import { runCommand } from './run-command.ts'
import { type OpenShop, withDatabase } from './with-database.ts'

const USAGE = `usage: npm run import -- --supplier NAME FILE [--country XX] [--email ADDRESS] [--as-of TIME]
       [--encoding NAME] [--force]
       npm run import -- --short-name SHORT FILE [--email ADDRESS] [--as-of TIME] [--encoding NAME] [--force]

  --supplier NAME     the supplier's name; a new supplier is created and verified
  --short-name SHORT  an existing supplier by its unique short name
  --country XX        the country of a new supplier (two letters; default US)
  --email ADDRESS     the address for order emails; replaces an existing supplier's address.
                      Shoppers see it in the chat unless the supplier has an account
  --as-of TIME        when the stock in the file was counted, such as 2026-11-22T09:00 or 2026-11-22T09:00Z; default:
                      when the file was last changed. Later orders are subtracted from the count
  --encoding NAME     the encoding of the file, such as windows-1250, gbk or macintosh; default: detected
  --force             import even if more than half of the products are refused
  FILE                a Shopify or WooCommerce product export (CSV)`

const NO_EMAIL_WARNING =
  'note: the supplier has no email address and gets no order emails. Set one with --email.'

type ImportArguments = Readonly<{
  whom: SupplierSelector
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
  const options = readArguments(args)
  if (typeof options === 'string') {
    console.error(`${options}\n\n${USAGE}`)
    return 2
  }
  const fileStats = await stat(options.file).catch(() => undefined)
  if (!fileStats?.isFile()) {
    console.error(`File not found: ${options.file}`)
    return 2
  }
  return runCommand(async () => {
    const asOf = options.asOf ?? fileStats.mtime
    const imported = await importFile(loadConfig(process.env), { ...options, asOf })
    if ('problem' in imported) {
      console.error(imported.problem)
      return 1
    }
    const { report, hasMail } = imported
    const reportLines = formatReport(report)
    if (!hasMail) reportLines.splice(-1, 0, NO_EMAIL_WARNING)
    for (const line of reportLines) console.log(line)
    return report.created + report.updated + report.unchanged > 0 ? 0 : 1
  })
}

function readArguments(args: readonly string[]): ImportArguments | string {
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
    const [file, ...extraArguments] = positionals
    const selector = parseSupplierSelector(values)
    const country = values.country ?? 'US'
    if (!selector) return 'Name the supplier: --supplier NAME or --short-name SHORT.'
    if (!file || extraArguments.length > 0) return 'Name one file to import.'
    if (!/^[a-z]{2}$/i.test(country)) return 'Enter a two-letter country code, such as US.'
    const email = values.email?.trim()
    if (email !== undefined && !z.email().safeParse(email).success) return `${email} is not an email address.`
    const asOf = values['as-of'] === undefined ? undefined : readTime(values['as-of'])
    if (typeof asOf === 'string') return asOf
    const encoding = values.encoding === undefined ? undefined : findEncoding(values.encoding)
    if (values.encoding !== undefined && !encoding)
      return `${values.encoding} is not a known encoding. Use utf-8, windows-1250, gbk, shift_jis, macintosh or another one.`
    return { whom: selector, country, email, asOf, encoding, file, isForced: values.force ?? false }
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

/** Returns a past moment, in the time zone of this machine where none is given; else what is wrong with it. */
function readTime(text: string): Date | string {
  // People type minutes, not seconds.
  const withSeconds = text.trim().replace(/(T\d\d:\d\d)(?=Z|[+-]|$)/, '$1:00')
  const isTime = z.iso.datetime({ offset: true, local: true }).safeParse(withSeconds).success
  const time = new Date(withSeconds)
  if (!isTime || Number.isNaN(time.getTime()))
    return `${text} is not a time such as 2026-11-22T09:00 or 2026-11-22T09:00Z.`
  return time > new Date() ? `${text} is in the future. Enter the time when the stock was counted.` : time
}

/** `hasMail` is whether the supplier has an address for order emails; a `problem` is why the supplier is not certain. */
type ImportOutcome = Readonly<{ report: ImportReport; hasMail: boolean } | { problem: string }>

type DatedImportArguments = ImportArguments & Readonly<{ asOf: Date }>

async function importFile(config: Config, options: DatedImportArguments): Promise<ImportOutcome> {
  return withDatabase(config, (shop) => importInto(shop, options))
}

async function importInto({ db, place }: OpenShop, options: DatedImportArguments): Promise<ImportOutcome> {
  const now = new Date()
  // Only orders the fetching of pictures; the server does it.
  const pictureJob = createFetchPicturesJob(localFiles(getFilesFolder(place)))
  const jobs = await createJobs({
    db,
    log: createLog('silent'),
    clock: () => new Date(),
    declare: () => [pictureJob],
  })
  const { onProgress, stop } = createProgressBar()
  try {
    const source: FeedSource = {
      name: path.basename(options.file),
      encoding: options.encoding,
      open: () => createReadStream(options.file),
    }
    // A file that is no feed throws here, before a supplier is made for it.
    const { encoding } = await openFeed(source)
    const selection = await resolveFeedSupplier(db, options)
    if ('problem' in selection) return selection
    const { supplier } = selection
    const warehouse = await ensureWarehouse(db, supplier)
    if (options.email) await setSupplierEmail(db, supplier.id, options.email)
    const importOptions: ImportRequest = {
      supplierId: supplier.id,
      warehouseId: warehouse.id,
      source: { ...source, encoding },
      asOf: options.asOf,
      now,
      isForced: options.isForced,
      onProgress,
      enqueuePictures: enqueuePictures(jobs.enqueue),
    }
    return {
      report: await importFeed(db, importOptions),
      hasMail: Boolean(options.email ?? supplier.contactEmail),
    }
  } finally {
    stop()
    await jobs.stop()
  }
}

type FeedSupplier = Readonly<{ supplier: NamedSupplier | Supplier } | { problem: string }>

/** Finds or creates whose products a feed brings. A sign-up nobody has verified gets none by its name alone: anybody may take a name. */
async function resolveFeedSupplier(db: Queryable, { whom, country }: ImportArguments): Promise<FeedSupplier> {
  const selection = await selectSupplier(db, whom)
  if ('problem' in selection) return selection
  const { supplier } = selection
  if (!supplier) return createSupplier(db, getSelectorName(whom), country)
  if ('shortName' in whom || supplier.owner === null || supplier.isVerified) return { supplier }
  const title = `${supplier.name} has signed up and is not verified:`
  return { problem: [title, ...formatChoices([supplier])].join('\n') }
}

async function createSupplier(db: Queryable, name: string, country: string): Promise<FeedSupplier> {
  const supplierResult = await findOrCreateSupplier(db, { name, country })
  if (supplierResult.isNew) return supplierResult
  return { problem: `${name} has just signed up. Run the import again.` }
}

/** A bar on a terminal; elsewhere a line for each phase and each tenth part, so that a log stays readable. */
function createProgressBar(): { onProgress: (progress: ImportProgress) => void; stop: () => void } {
  if (!process.stdout.isTTY) return { onProgress: createPlainProgress(), stop: () => undefined }
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

function createPlainProgress(): (progress: ImportProgress) => void {
  let lastLine = ''
  return ({ phase, done, total }) => {
    const progressStep = total ? Math.floor((done * 10) / total) : Math.floor(done / 20_000)
    if (lastLine === `${phase} ${progressStep}`) return
    lastLine = `${phase} ${progressStep}`
    console.log(total ? `${phase}: ${done} of ${total} products` : `${phase}: ${done} rows`)
  }
}
