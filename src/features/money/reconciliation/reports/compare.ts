import type { Transaction } from '#database/database.ts'
import { newId } from '#core/ids.ts'
import { postAll, type Posting, providerFeePosting } from '#features/money/ledger/service.ts'
import { listMovementMatches } from './match-queries.ts'
import { resolveReportedMovements, listMissingMovements, type MissingMovement } from './missing-queries.ts'
import { resolveMatchedDiscrepancies, insertDiscrepancies } from '../queries.ts'
import type { Movement } from './read-report.ts'
import {
  type ChangedRow,
  updateChangedRows,
  insertSettlementRows,
  linkRows,
  type SettlementRow,
  listRowsWithDiscrepancies,
} from './row-queries.ts'
import { type Discrepancy, findDiscrepancies, type Tariff } from '../rules.ts'
import { ACCOUNT_METHOD, toSettlementPostings } from './settlement.ts'
import { explainDiscrepancy } from '../explain-discrepancy.ts'

/** A report to compare with our ledger. */
export type ComparisonInput = Readonly<{
  reportId: number
  handed: Readonly<{ provider: string; from: Date; to: Date; tariff: Tariff | undefined; now: Date }>
  movements: readonly Movement[]
  /** Movements with an id that the report contains more than once. */
  repeated: readonly Movement[]
}>

/** The number of postings booked by one statement. */
const BATCH = 2_000

const NO_MATCH = { reported: 1, known: 0, expected: null, notifiedFee: null, hint: null } as const

/**
 * Stores new movements, posts their fees and settlements, and raises discrepancies. Open discrepancies of earlier
 * reports are compared again, because a webhook event may have arrived since.
 */
export async function compareReport(tx: Transaction, input: ComparisonInput): Promise<void> {
  const { reportId, handed, movements, repeated } = input
  const { provider, from, to, now } = handed
  const changed = await updateChangedRows(tx, provider, movements)
  await linkRows(tx, provider, movements)
  const rows = await insertSettlementRows(tx, { reportId, provider }, movements)
  await bookRows(tx, provider, { rows, now })
  const discrepancies = [
    ...repeated.map((movement) => toRowDiscrepancy('doubled', movement)),
    ...toChangedDiscrepancies(changed, movements),
    ...(await compareRows(tx, rows, handed)),
    ...(await recheckOpenRows(tx, rows, handed)),
  ]
  await resolveReportedMovements(tx, provider, { note: 'It was reported later.', now })
  discrepancies.push(...(await listMissingMovements(tx, { provider, from, to })).map(toMissingDiscrepancy))
  const created = discrepancies.map((one) => ({
    ...one,
    publicId: newId('settlementDiscrepancy', now.getTime()),
  }))
  await insertDiscrepancies(tx, { reportId, provider, now }, created)
}

type ComparedUpload = ComparisonInput['handed']

async function compareRows(
  tx: Transaction,
  rows: readonly SettlementRow[],
  { tariff }: ComparedUpload,
): Promise<Discrepancy[]> {
  const matches = await listMovementMatches(
    tx,
    rows.map(({ id }) => id),
  )
  return rows.flatMap((row) => findDiscrepancies(row, matches.get(row.id) ?? NO_MATCH, tariff))
}

/** Resolves discrepancies of earlier reports that have ended, and returns those that remain. */
async function recheckOpenRows(
  tx: Transaction,
  newRows: readonly SettlementRow[],
  upload: ComparedUpload,
): Promise<Discrepancy[]> {
  const newIds = new Set(newRows.map(({ id }) => id))
  const rows = (await listRowsWithDiscrepancies(tx, upload.provider)).filter(({ id }) => !newIds.has(id))
  const discrepancies = await compareRows(tx, rows, upload)
  const byRow = Map.groupBy(discrepancies, ({ rowId }) => rowId)
  const matched = rows.map(({ id }) => ({ rowId: id, still: (byRow.get(id) ?? []).map(({ kind }) => kind) }))
  await resolveMatchedDiscrepancies(tx, matched, { note: 'It is in the ledger now.', now: upload.now })
  return discrepancies
}

/** Books the provider's fee of each movement, and its payouts to our bank (P3f). */
async function bookRows(
  tx: Transaction,
  provider: string,
  { rows, now }: Readonly<{ rows: readonly SettlementRow[]; now: Date }>,
): Promise<void> {
  const postings: Posting[] = []
  for (const row of rows)
    postings.push(
      ...(row.kind === 'settlement'
        ? await toSettlementPostings(tx, provider, row)
        : toFeePostings(provider, row)),
    )
  for (let at = 0; at < postings.length; at += BATCH) await postAll(tx, postings.slice(at, at + BATCH), now)
}

function toFeePostings(provider: string, row: SettlementRow): Posting[] {
  const { kind, externalId: feeId, currency, fee, net, receipt } = row
  // A chargeback is booked with its fee when its webhook event arrives.
  if (kind === 'dispute') return []
  const amount = kind === 'fee' ? -net : fee
  const method = receipt?.method ?? ACCOUNT_METHOD
  return amount === 0 ? [] : [providerFeePosting({ provider, method, feeId, currency, amount })]
}

function toChangedDiscrepancies(
  changed: readonly ChangedRow[],
  movements: readonly Movement[],
): Discrepancy[] {
  const byId = new Map(movements.map((movement) => [movement.externalId, movement]))
  return changed.map(({ id, externalId, net }) => ({
    ...toRowDiscrepancy('changed', byId.get(externalId)),
    rowId: id,
    expected: net,
  }))
}

function toRowDiscrepancy(kind: 'doubled' | 'changed', movement: Movement | undefined): Discrepancy {
  const { externalId = '', currency = '', net = 0, kind: of = 'other' } = movement ?? {}
  // The row is repeated; the money did not move twice.
  const message = explainDiscrepancy({
    kind,
    of: kind === 'doubled' ? 'other' : of,
    isBack: false,
    hint: null,
  })
  const about = { about: externalId, rowId: null, receiptId: null, currency }
  return { kind, ...about, expected: null, reported: net, message }
}

function toMissingDiscrepancy({ about, what, receiptId, currency, amount }: MissingMovement): Discrepancy {
  const message = explainDiscrepancy({ kind: 'missing', of: what, isBack: false, hint: null })
  return { kind: 'missing', about, rowId: null, receiptId, currency, expected: amount, reported: 0, message }
}
