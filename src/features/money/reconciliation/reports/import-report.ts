import { createHash } from 'node:crypto'
import { inTransaction, type Database } from '#database/database.ts'
import { invalid } from '#core/errors.ts'
import { newId } from '#core/ids.ts'
import { compareReport } from './compare.ts'
import { findSettlementReport, type SettlementReportRow } from '../discrepancy-queries.ts'
import { hasReceipts, insertSettlementReport, lockProvider } from '../queries.ts'
import { readReport, type ReportFormat } from './read-report.ts'
import { dedupeMovements, type Tariff } from '../rules.ts'

/** A report to import: the file, its period, and the operator. */
export type ReportUpload = Readonly<{
  provider: string
  format: ReportFormat
  bytes: Uint8Array
  from: Date
  to: Date
  by: number
  /** The provider's agreed fees. */
  tariff: Tariff | undefined
  /** The configured providers; those that ever received money are accepted as well. */
  providers: readonly string[]
  now: Date
}>

/**
 * Imports a provider's report completely or not at all, and posts fees and settlements (P3f). Each movement is stored
 * once. Differences from our ledger become discrepancies, including movements that the provider does not report. Ledger
 * entries since earlier reports resolve their discrepancies. Importing the same file again changes nothing. Throws
 * `bad_report`, and `unknown_provider` for one that this shop has never had.
 */
export async function importReport(
  db: Database,
  upload: ReportUpload,
): Promise<{ report: SettlementReportRow; isNew: boolean }> {
  const { provider, format, bytes, from, to, by, now } = upload
  await checkProvider(db, upload)
  const { movements, repeated } = dedupeMovements(readReport(bytes, format))
  const fileHash = createHash('sha256').update(bytes).digest('hex')
  return inTransaction(db, async (tx) => {
    await lockProvider(tx, provider)
    const publicId = newId('settlementReport', now.getTime())
    const rows = movements.length + repeated.length
    const newReport = { publicId, provider, fileHash, rows, from, to, createdBy: by, now }
    const reportId = await insertSettlementReport(tx, newReport)
    if (reportId !== undefined) await compareReport(tx, { reportId, handed: upload, movements, repeated })
    const report = await findSettlementReport(tx, provider, fileHash)
    if (!report) throw new Error('the report was not kept')
    return { report, isNew: reportId !== undefined }
  })
}

/** Rejects an unknown provider: fees of a mistyped one would stay in the books for good. */
async function checkProvider(db: Database, { provider, providers }: ReportUpload): Promise<void> {
  if (providers.includes(provider) || (await hasReceipts(db, provider))) return
  const knownProviders = providers.length > 0 ? ` It has ${providers.join(', ')}.` : ''
  throw invalid('unknown_provider', `This marketplace has no provider “${provider}”.${knownProviders}`)
}
