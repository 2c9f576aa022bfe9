import { parse } from 'csv-parse/sync'
import { invalid } from '#core/errors.ts'
import { parseMinor } from '#core/money.ts'
import { type MovementKind, MovementKindShape } from '../shapes.ts'

/**
 * A movement as a provider reports it. Amounts are in minor units from our side: positive for received money, and `net`
 * is after the fee.
 */
export type Movement = Readonly<{
  externalId: string
  kind: MovementKind
  /** The provider's own ID of the payment, transfer, or payout to our bank. */
  reference: string | null
  /** The provider's own id of a refund, if the report has it. */
  refundReference: string | null
  /** The payout to our bank that contains it. */
  settlement: string | null
  currency: string
  gross: number
  fee: number
  net: number
  at: Date
}>

/** The format of a report. */
export type ReportFormat = 'stripe' | 'plain'

/** The most rows of a report. */
const MAX_ROWS = 100_000

/**
 * Returns the movements of a report, in its order. Throws `bad_report` (400) with the row and the error: a report is
 * imported completely or not at all.
 */
export function readReport(bytes: Uint8Array, format: ReportFormat): Movement[] {
  const [heads = [], ...rest] = parseCells(bytes)
  const names = heads.map(toColumnName)
  if (rest.length === 0) throw badReport('The report has no rows.')
  if (rest.length > MAX_ROWS) throw badReport(`The report has more than ${MAX_ROWS} rows.`)
  return rest.map((cells, index) => {
    const row = new Map(names.map((name, column) => [name, cells[column]?.trim() ?? '']))
    const cell = (...columns: string[]) => columns.map((name) => row.get(name)).find((value) => value) ?? ''
    return readRow(cell, { format, line: index + 2 })
  })
}

type CellReader = (...columns: string[]) => string
type RowContext = Readonly<{ format: ReportFormat; line: number }>

function readRow(cell: CellReader, context: RowContext): Movement {
  const { line } = context
  const externalId = cell('balance_transaction_id', 'id')
  if (externalId === '' || externalId.length > 120) throw badReport(`Row ${line} has no id.`)
  const currency = cell('currency').toUpperCase()
  if (!/^[A-Z]{3}$/.test(currency)) throw badReport(`Row ${line} has no currency.`)
  const [gross, fee, net] = [
    parseAmount(cell('gross', 'amount'), { currency, line }),
    parseAmount(cell('fee') || '0', { currency, line }),
    parseAmount(cell('net'), { currency, line }),
  ]
  const kind = readKind(cell, context)
  const at = parseDate(cell('created_utc', 'created', 'at'), line)
  const settlement = cell('automatic_payout_id', 'settlement') || null
  const references = {
    reference: readReference(cell, kind),
    refundReference: readRefundReference(cell, kind, context),
  }
  return { externalId, kind, ...references, settlement, currency, gross, fee, net, at }
}

/**
 * Stripe's categories (https://docs.stripe.com/reports/reporting-categories) and types, as our kinds of movements.
 * Returned money has the kind of the original movement with the opposite sign: a failed refund, a transfer, a payout to
 * our bank. Money that we add to the balance is such a payout, too. A charge that the bank rejects later is reversed
 * like a dispute.
 */
const STRIPE_KINDS: Readonly<Record<string, MovementKind>> = {
  charge: 'payment',
  payment: 'payment',
  refund: 'refund',
  payment_refund: 'refund',
  refund_failure: 'refund',
  transfer: 'transfer',
  transfer_reversal: 'transfer',
  transfer_cancel: 'transfer',
  transfer_failure: 'transfer',
  transfer_refund: 'transfer',
  dispute: 'dispute',
  dispute_reversal: 'dispute',
  charge_failure: 'dispute',
  payment_failure_refund: 'dispute',
  payment_reversal: 'dispute',
  fee: 'fee',
  stripe_fee: 'fee',
  stripe_fx_fee: 'fee',
  tax_fee: 'fee',
  network_cost: 'fee',
  payout: 'settlement',
  payout_reversal: 'settlement',
  payout_cancel: 'settlement',
  payout_failure: 'settlement',
  topup: 'settlement',
  topup_reversal: 'settlement',
}

function readKind(cell: CellReader, { format, line }: RowContext): MovementKind {
  const value = cell('reporting_category', 'kind', 'type').toLowerCase()
  if (format === 'stripe') return STRIPE_KINDS[value] ?? 'other'
  const kind = MovementKindShape.safeParse(value)
  if (!kind.success) throw badReport(`Row ${line} has the unknown kind “${value}”.`)
  return kind.data
}

/** Returns the reference. For payments and refunds it is the payment's id; at Stripe that is the intent. */
function readReference(cell: CellReader, kind: MovementKind): string | null {
  const isAboutPayment = kind === 'payment' || kind === 'refund' || kind === 'dispute'
  const value = isAboutPayment
    ? cell('payment_intent_id', 'reference', 'source_id', 'source')
    : cell('source_id', 'source', 'reference')
  return value === '' ? null : value.slice(0, 200)
}

/** Returns the id of a refund. In Stripe's source column it is `re_…`, or `pyr_…` for payments other than cards. */
function readRefundReference(cell: CellReader, kind: MovementKind, { format }: RowContext): string | null {
  if (kind !== 'refund') return null
  const value = format === 'stripe' ? cell('source_id', 'source') : cell('refund')
  return value === '' || (format === 'stripe' && !/^(re|pyr)_/.test(value)) ? null : value.slice(0, 200)
}

function parseCells(bytes: Uint8Array): string[][] {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    return parse(text, { relax_column_count: true, skip_empty_lines: true, to: MAX_ROWS + 2 })
  } catch {
    throw badReport('The report must be a CSV file in UTF-8.')
  }
}

function toColumnName(head: string): string {
  return head
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '_')
    .replaceAll(/^_+|_+$/g, '')
}

/** Parses an amount; reports have whole units of a currency, such as dollars or yen. */
function parseAmount(text: string, { currency, line }: Readonly<{ currency: string; line: number }>): number {
  const isNegative = text.startsWith('-')
  const amount = parseMinor(text.slice(isNegative ? 1 : 0), currency)
  if (amount === undefined)
    throw badReport(`Row ${line} has the amount “${text.slice(0, 40)}”, which is none in ${currency}.`)
  return isNegative && amount > 0 ? -amount : amount
}

function parseDate(text: string, line: number): Date {
  const [, day, time = '00:00:00'] =
    /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d(?::\d\d)?)(?:\.\d+)?Z?)?$/.exec(text) ?? []
  const moment = new Date(`${day}T${time.length === 5 ? `${time}:00` : time}Z`)
  if (Number.isNaN(moment.getTime())) throw badReport(`Row ${line} has no time such as 2026-03-02 10:00:00.`)
  return moment
}

function badReport(message: string) {
  return invalid('bad_report', message)
}
