import { createHash } from 'node:crypto'
import { inTransaction, type Database, type Transaction } from '#database/database.ts'
import { newId } from '#ground/ids.ts'
import { postAll, type Posting, providerFeePosting, settledPosting } from '#features/ledger/service.ts'
import { PAYING_BANK } from '#features/payouts/service.ts'
import { findReport, type ReportRow } from './doubt-queries.ts'
import {
  endMissing,
  insertDoubts,
  insertReport,
  insertRows,
  type KeptRow,
  listChanged,
  listKnown,
  listMissing,
  listSettled,
  lockProvider,
} from './queries.ts'
import { type Movement, readReport, type ReportFormat } from './read-report.ts'
import { type Doubt, doubtsOf, onceEach, type Tariff } from './rules.ts'

/** A report as it is handed in: the file, what it covers, and by whom. */
export type HandedIn = Readonly<{
  provider: string
  format: ReportFormat
  bytes: Uint8Array
  from: Date
  to: Date
  by: number
  /** What was agreed with the provider. */
  tariff: Tariff | undefined
  now: Date
}>

/** The way of what a provider takes for the account itself, not for a payment. */
const ACCOUNT = 'account'

/** So many postings are booked by one statement. */
const BATCH = 2_000

/**
 * Takes in a provider's report, whole or not at all: each movement that no report had before is kept once, its fee and the
 * settlements are booked (P3f), and where it is not as our books say there is a doubt; so is money of the stretch that the
 * provider does not report. The same file again changes nothing. Throws `bad_report`.
 */
export async function takeReport(
  db: Database,
  handed: HandedIn,
): Promise<{ report: ReportRow; isNew: boolean }> {
  const { provider, format, bytes, from, to, by, now } = handed
  const { movements, repeated } = onceEach(readReport(bytes, format))
  const fileHash = createHash('sha256').update(bytes).digest('hex')
  return inTransaction(db, async (tx) => {
    await lockProvider(tx, provider)
    const publicId = newId('settlementReport', now.getTime())
    const rows = movements.length + repeated.length
    const kept = { publicId, provider, fileHash, rows, from, to, madeBy: by, now }
    const reportId = await insertReport(tx, kept)
    if (reportId !== undefined) await compare(tx, { reportId, handed, movements, repeated })
    const report = await findReport(tx, provider, fileHash)
    if (!report) throw new Error('the report was not kept')
    return { report, isNew: reportId !== undefined }
  })
}

const NOT_KNOWN = { reported: 1, known: 0, expected: null } as const

type Comparing = Readonly<{
  reportId: number
  handed: HandedIn
  movements: readonly Movement[]
  repeated: readonly Movement[]
}>

async function compare(tx: Transaction, { reportId, handed, movements, repeated }: Comparing): Promise<void> {
  const { provider, from, to, tariff, now } = handed
  const changed = await listChanged(tx, provider, movements)
  const rows = await insertRows(tx, { reportId, provider }, movements)
  const doubts: Doubt[] = [
    ...repeated.map((movement) => loose('doubled', movement)),
    ...changed.map(({ externalId, net }) => {
      const said = movements.find((movement) => movement.externalId === externalId)
      return { ...loose('changed', said), expected: net }
    }),
  ]
  const known = await listKnown(tx, reportId)
  const postings: Posting[] = []
  for (const row of rows) {
    doubts.push(...doubtsOf(row, known.get(row.id) ?? NOT_KNOWN, tariff))
    postings.push(...(await postingsOf(tx, provider, row)))
  }
  for (let at = 0; at < postings.length; at += BATCH) await postAll(tx, postings.slice(at, at + BATCH), now)
  const seen = rows.flatMap(({ kind, receipt }) => (kind === 'payment' && receipt ? [receipt.id] : []))
  await endMissing(tx, seen, { note: 'It was reported later.', now })
  for (const { id, externalId, currency, amount } of await listMissing(tx, { provider, from, to }))
    doubts.push({
      kind: 'missing',
      about: externalId,
      rowId: null,
      receiptId: id,
      currency,
      expected: amount,
      reported: 0,
    })
  const made = doubts.map((one) => ({ ...one, publicId: newId('settlementDoubt', now.getTime()) }))
  await insertDoubts(tx, { reportId, provider, now }, made)
}

function loose(kind: Doubt['kind'], movement: Movement | undefined): Doubt {
  const { externalId = '', currency = '', net = 0 } = movement ?? {}
  return { kind, about: externalId, rowId: null, receiptId: null, currency, expected: null, reported: net }
}

/** P3f: what the provider kept for the movement, and what it paid to our bank. */
async function postingsOf(tx: Transaction, provider: string, row: KeptRow): Promise<Posting[]> {
  const { kind, externalId: feeId, currency, fee, net, receipt } = row
  if (kind === 'settlement') return settlementOf(tx, provider, row)
  // What a bank takes back is booked with its fee when the notice of it comes.
  if (kind === 'dispute') return []
  const method = receipt?.method ?? ACCOUNT
  const amount = kind === 'fee' ? -net : fee
  return amount === 0 ? [] : [providerFeePosting({ provider, method, feeId, currency, amount })]
}

async function settlementOf(tx: Transaction, provider: string, row: KeptRow): Promise<Posting[]> {
  const { reference, externalId, currency, net } = row
  if (net === 0) return []
  const known = await listSettled(tx, { provider, settlement: reference ?? externalId })
  const sum = known.reduce((total, { amount }) => total + amount, 0)
  // What the report does not say of what it was, the account as a whole had.
  const rest = -net - sum
  const parts = rest === 0 ? known : withPart(known, rest)
  return [settledPosting({ settlementId: externalId, provider, bank: PAYING_BANK, currency, parts })]
}

function withPart(parts: readonly { method: string; amount: number }[], rest: number) {
  const others = parts.filter(({ method }) => method !== ACCOUNT)
  const own = parts.find(({ method }) => method === ACCOUNT)?.amount ?? 0
  return own + rest === 0 ? others : [...others, { method: ACCOUNT, amount: own + rest }]
}
