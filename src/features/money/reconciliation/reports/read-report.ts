import { parse } from 'csv-parse/sync'
import { invalid } from '#core/errors.ts'
import { parseMinor } from '#core/money.ts'
import { type MovementKind, MovementKindShape } from '../shapes.ts'

/** A movement as a provider reports it. Amounts in minor units from our side: what came is above zero, `net` is after the fee. */
export type Movement = Readonly<{
  externalId: string
  kind: MovementKind
  /** What it is about, in the provider's own id: a payment, a transfer, a payout to our bank. */
  reference: string | null
  /** The provider's own id of a refund, where the report has it. */
  refundReference: string | null
  /** The payout to our bank that it was part of. */
  settlement: string | null
  currency: string
  gross: number
  fee: number
  net: number
  at: Date
}>

/** How a report is written. */
export type ReportFormat = 'stripe' | 'plain'

/** More rows than a report has. */
const MOST_ROWS = 100_000

/**
 * The movements of a report, in its order. Throws `bad_report` (400), which names the row and what is wrong with it: a report
 * is taken in whole or not at all.
 */
export function readReport(bytes: Uint8Array, format: ReportFormat): Movement[] {
  const [heads = [], ...rest] = cellsOf(bytes)
  const names = heads.map(nameOf)
  if (rest.length === 0) throw bad('The report has no rows.')
  if (rest.length > MOST_ROWS) throw bad(`The report has more than ${MOST_ROWS} rows.`)
  return rest.map((cells, index) => {
    const row = new Map(names.map((name, place) => [name, cells[place]?.trim() ?? '']))
    const cell = (...wanted: string[]) => wanted.map((name) => row.get(name)).find((value) => value) ?? ''
    return readRow(cell, { format, line: index + 2 })
  })
}

type Cell = (...wanted: string[]) => string
type Place = Readonly<{ format: ReportFormat; line: number }>

function readRow(cell: Cell, place: Place): Movement {
  const { line } = place
  const externalId = cell('balance_transaction_id', 'id')
  if (externalId === '' || externalId.length > 120) throw bad(`Row ${line} has no id.`)
  const currency = cell('currency').toUpperCase()
  if (!/^[A-Z]{3}$/.test(currency)) throw bad(`Row ${line} has no currency.`)
  const [gross, fee, net] = [
    amountOf(cell('gross', 'amount'), { currency, line }),
    amountOf(cell('fee') || '0', { currency, line }),
    amountOf(cell('net'), { currency, line }),
  ]
  const kind = kindOf(cell, place)
  const at = momentOf(cell('created_utc', 'created', 'at'), line)
  const settlement = cell('automatic_payout_id', 'settlement') || null
  const references = { reference: referenceOf(cell, kind), refundReference: refundOf(cell, kind, place) }
  return { externalId, kind, ...references, settlement, currency, gross, fee, net, at }
}

/**
 * Stripe's categories (https://docs.stripe.com/reports/reporting-categories) and types, as the kinds that we tell apart. What
 * comes back is of the kind of what had gone, with the other sign: a refund that failed, a transfer, a payout to our bank. Money
 * that we add to the balance is such a payout, too. A charge that the bank did not honour in the end is taken back like a
 * dispute's.
 */
const OF_STRIPE: Readonly<Record<string, MovementKind>> = {
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

function kindOf(cell: Cell, { format, line }: Place): MovementKind {
  const said = cell('reporting_category', 'kind', 'type').toLowerCase()
  if (format === 'stripe') return OF_STRIPE[said] ?? 'other'
  const kind = MovementKindShape.safeParse(said)
  if (!kind.success) throw bad(`Row ${line} has the kind “${said}”, which is none.`)
  return kind.data
}

/** Payments and refunds are told by the payment; at Stripe that is the intent. */
function referenceOf(cell: Cell, kind: MovementKind): string | null {
  const isPayments = kind === 'payment' || kind === 'refund' || kind === 'dispute'
  const said = isPayments
    ? cell('payment_intent_id', 'reference', 'source_id', 'source')
    : cell('source_id', 'source', 'reference')
  return said === '' ? null : said.slice(0, 200)
}

/** Stripe's source of a refund is the refund, `re_…`, or `pyr_…` of what was not paid by card. */
function refundOf(cell: Cell, kind: MovementKind, { format }: Place): string | null {
  if (kind !== 'refund') return null
  const said = format === 'stripe' ? cell('source_id', 'source') : cell('refund')
  return said === '' || (format === 'stripe' && !/^(re|pyr)_/.test(said)) ? null : said.slice(0, 200)
}

function cellsOf(bytes: Uint8Array): string[][] {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    return parse(text, { relax_column_count: true, skip_empty_lines: true, to: MOST_ROWS + 2 })
  } catch {
    throw bad('The report is no CSV file in UTF-8.')
  }
}

function nameOf(head: string): string {
  return head
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '_')
    .replaceAll(/^_+|_+$/g, '')
}

/** Reports write whole units of a currency: dollars, yen. */
function amountOf(typed: string, { currency, line }: Readonly<{ currency: string; line: number }>): number {
  const isBelow = typed.startsWith('-')
  const amount = parseMinor(typed.slice(isBelow ? 1 : 0), currency)
  if (amount === undefined)
    throw bad(`Row ${line} has the amount “${typed.slice(0, 40)}”, which is none in ${currency}.`)
  return isBelow && amount > 0 ? -amount : amount
}

function momentOf(typed: string, line: number): Date {
  const [, day, time = '00:00:00'] =
    /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d(?::\d\d)?)(?:\.\d+)?Z?)?$/.exec(typed) ?? []
  const moment = new Date(`${day}T${time.length === 5 ? `${time}:00` : time}Z`)
  if (Number.isNaN(moment.getTime())) throw bad(`Row ${line} has no moment such as 2026-03-02 10:00:00.`)
  return moment
}

function bad(message: string) {
  return invalid('bad_report', message)
}
