import { formatUtcDay } from '#core/text/format-date.ts'
import { formatMoney } from '#core/money.ts'
import type { PdfDocument } from '#platform/pdf/pdf-document.ts'

/**
 * A line of a statement, in minor units: sale, commission and payout; negative for refunds. The three are null for
 * lines without a sale.
 */
export type StatementPdfLine = Readonly<{
  at: Date
  /** The order's number for display; null for a line without an order. */
  order: string | null
  memo: string
  gross: number | null
  commission: number | null
  tax: number | null
  amount: number
}>

/**
 * The content of a payout statement, which is also the invoice of the marketplace's commission. `issuer` is the
 * marketplace, `account` the masked payout account.
 */
export type StatementPdfData = Readonly<{
  reference: string
  issuer: PdfDocument['from']
  supplier: Readonly<{ name: string; lines: readonly string[] }>
  account: string
  currency: string
  amount: number
  createdAt: Date
  lines: readonly StatementPdfLine[]
}>

/**
 * Returns the document of a supplier's payout statement; `renderPdf` makes the file. Its totals are the sums of its
 * lines.
 */
export function statementPdf(data: StatementPdfData): PdfDocument {
  const { reference, issuer, supplier, account, currency, amount, createdAt, lines } = data
  const formatCell = (minor: number | null) => (minor === null ? '' : formatMoney(minor, currency))
  const sum = (of: (line: StatementPdfLine) => number | null) =>
    lines.reduce((total, line) => total + (of(line) ?? 0), 0)
  const otherAmount = sum((line) => (line.gross === null ? line.amount : 0))
  return {
    title: 'Payout statement and commission invoice',
    from: issuer,
    createdAt,
    foot: `Payout ${reference}`,
    blocks: [
      {
        kind: 'columns',
        columns: [
          { title: 'For', lines: [supplier.name, ...supplier.lines] },
          {
            title: 'Payout',
            lines: [reference, formatUtcDay(createdAt), account, `Amounts in ${currency}`],
          },
        ],
      },
      {
        kind: 'table',
        columns: [
          { title: 'Date', share: 2.2 },
          { title: 'Order', share: 3.6 },
          { title: 'What', share: 3 },
          { title: 'Sold', share: 2, align: 'right' },
          { title: 'Commission', share: 2, align: 'right' },
          { title: 'Tax on it', share: 2, align: 'right' },
          { title: 'Amount', share: 2, align: 'right' },
        ],
        rows: lines.map((line) => [
          formatUtcDay(line.at),
          line.order ?? '',
          line.memo,
          formatCell(line.gross),
          formatCell(line.commission),
          formatCell(line.tax),
          formatCell(line.amount),
        ]),
      },
      {
        kind: 'sums',
        rows: [
          { label: 'Sales less refunds', value: formatCell(sum(({ gross }) => gross)) },
          { label: 'Commission', value: formatCell(sum(({ commission }) => commission)) },
          { label: 'Tax on commission', value: formatCell(sum(({ tax }) => tax)) },
          ...(otherAmount === 0 ? [] : [{ label: 'Labels and other', value: formatCell(otherAmount) }]),
          { label: 'Paid out', value: formatCell(amount), isStrong: true },
        ],
      },
    ],
  }
}
