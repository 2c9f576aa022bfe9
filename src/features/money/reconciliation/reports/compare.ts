import type { Transaction } from '#database/database.ts'
import { newId } from '#core/ids.ts'
import { postAll, type Posting, providerFeePosting } from '#features/money/ledger/service.ts'
import { listKnown } from './known-queries.ts'
import { endMissing, listMissing, type Missing } from './missing-queries.ts'
import { endDoubts, insertDoubts } from '../queries.ts'
import type { Movement } from './read-report.ts'
import {
  type ChangedRow,
  changeRows,
  insertRows,
  joinRows,
  type KeptRow,
  listDoubted,
} from './row-queries.ts'
import { type Doubt, doubtsOf, type Tariff } from '../rules.ts'
import { ACCOUNT, settlementOf } from './settlement.ts'
import { wordsOf } from '../explain.ts'

/** A report that is held against our books. */
export type Comparing = Readonly<{
  reportId: number
  handed: Readonly<{ provider: string; from: Date; to: Date; tariff: Tariff | undefined; now: Date }>
  movements: readonly Movement[]
  /** Those whose id stood in the report before. */
  repeated: readonly Movement[]
}>

/** So many postings are booked by one statement. */
const BATCH = 2_000

const NOT_KNOWN = { reported: 1, known: 0, expected: null, feeTold: null, hint: null } as const

/**
 * Keeps the movements that are new, books their fees and settlements, and raises what differs. Rows of earlier reports that are
 * still in doubt are held against the books anew: a notice may have come since.
 */
export async function compare(tx: Transaction, comparing: Comparing): Promise<void> {
  const { reportId, handed, movements, repeated } = comparing
  const { provider, from, to, now } = handed
  const changed = await changeRows(tx, provider, movements)
  await joinRows(tx, provider, movements)
  const rows = await insertRows(tx, { reportId, provider }, movements)
  await bookRows(tx, provider, { rows, now })
  const doubts = [
    ...repeated.map((movement) => loose('doubled', movement)),
    ...changedDoubts(changed, movements),
    ...(await judge(tx, rows, handed)),
    ...(await judgeAgain(tx, rows, handed)),
  ]
  await endMissing(tx, provider, { note: 'It was reported later.', now })
  doubts.push(...(await listMissing(tx, { provider, from, to })).map(missingDoubt))
  const made = doubts.map((one) => ({ ...one, publicId: newId('settlementDoubt', now.getTime()) }))
  await insertDoubts(tx, { reportId, provider, now }, made)
}

type Handed = Comparing['handed']

async function judge(tx: Transaction, rows: readonly KeptRow[], { tariff }: Handed): Promise<Doubt[]> {
  const known = await listKnown(
    tx,
    rows.map(({ id }) => id),
  )
  return rows.flatMap((row) => doubtsOf(row, known.get(row.id) ?? NOT_KNOWN, tariff))
}

/** What is still in doubt of rows of earlier reports; the rest of their doubts ends. */
async function judgeAgain(tx: Transaction, isNew: readonly KeptRow[], handed: Handed): Promise<Doubt[]> {
  const fresh = new Set(isNew.map(({ id }) => id))
  const rows = (await listDoubted(tx, handed.provider)).filter(({ id }) => !fresh.has(id))
  const doubts = await judge(tx, rows, handed)
  const byRow = Map.groupBy(doubts, ({ rowId }) => rowId)
  const settled = rows.map(({ id }) => ({ rowId: id, still: (byRow.get(id) ?? []).map(({ kind }) => kind) }))
  await endDoubts(tx, settled, { note: 'Our books know it now.', now: handed.now })
  return doubts
}

/** P3f: what the provider kept for each movement, and what it paid to our bank. */
async function bookRows(
  tx: Transaction,
  provider: string,
  { rows, now }: Readonly<{ rows: readonly KeptRow[]; now: Date }>,
): Promise<void> {
  const postings: Posting[] = []
  for (const row of rows)
    postings.push(
      ...(row.kind === 'settlement' ? await settlementOf(tx, provider, row) : feeOf(provider, row)),
    )
  for (let at = 0; at < postings.length; at += BATCH) await postAll(tx, postings.slice(at, at + BATCH), now)
}

function feeOf(provider: string, row: KeptRow): Posting[] {
  const { kind, externalId: feeId, currency, fee, net, receipt } = row
  // What a bank takes back is booked with its fee when the notice of it comes.
  if (kind === 'dispute') return []
  const amount = kind === 'fee' ? -net : fee
  const method = receipt?.method ?? ACCOUNT
  return amount === 0 ? [] : [providerFeePosting({ provider, method, feeId, currency, amount })]
}

function changedDoubts(changed: readonly ChangedRow[], movements: readonly Movement[]): Doubt[] {
  const byId = new Map(movements.map((movement) => [movement.externalId, movement]))
  return changed.map(({ id, externalId, net }) => ({
    ...loose('changed', byId.get(externalId)),
    rowId: id,
    expected: net,
  }))
}

function loose(kind: 'doubled' | 'changed', movement: Movement | undefined): Doubt {
  const { externalId = '', currency = '', net = 0, kind: of = 'other' } = movement ?? {}
  // It is the row that stands twice, not the money that moved twice.
  const words = wordsOf({ kind, of: kind === 'doubled' ? 'other' : of, isBack: false, hint: null })
  const about = { about: externalId, rowId: null, receiptId: null, currency }
  return { kind, ...about, expected: null, reported: net, words }
}

function missingDoubt({ about, what, receiptId, currency, amount }: Missing): Doubt {
  const words = wordsOf({ kind: 'missing', of: what, isBack: false, hint: null })
  return { kind: 'missing', about, rowId: null, receiptId, currency, expected: amount, reported: 0, words }
}
