import { moneyText } from '#core/money.ts'
import type { PdfDocument } from '#platform/pdf/pdf-document.ts'

/**
 * A line of a statement, in minor units: what was sold, what the marketplace kept of it, and what is paid out; below zero it was
 * given back. Nothing was sold where the three are null.
 */
export type StatementLine = Readonly<{
  at: Date
  /** The number of the order as people say it; none for what belongs to none. */
  order: string | null
  memo: string
  gross: number | null
  commission: number | null
  tax: number | null
  amount: number
}>

/**
 * What a payout statement is made of, which is also the invoice of the marketplace's commission. `issuer` is the marketplace,
 * `account` where the money goes, as it may be shown.
 */
export type StatementData = Readonly<{
  reference: string
  issuer: PdfDocument['from']
  supplier: Readonly<{ name: string; lines: readonly string[] }>
  account: string
  currency: string
  amount: number
  madeAt: Date
  lines: readonly StatementLine[]
}>

/** The statement of a payout to a supplier as a document; `renderPdf` makes the file. The sums are those of its lines. */
export function statementPdf(data: StatementData): PdfDocument {
  const { reference, issuer, supplier, account, currency, amount, madeAt, lines } = data
  const shown = (minor: number | null) => (minor === null ? '' : moneyText(minor, currency))
  const sum = (of: (line: StatementLine) => number | null) =>
    lines.reduce((total, line) => total + (of(line) ?? 0), 0)
  const other = sum((line) => (line.gross === null ? line.amount : 0))
  return {
    title: 'Payout statement and commission invoice',
    from: issuer,
    madeAt,
    foot: `Payout ${reference}`,
    blocks: [
      {
        kind: 'columns',
        columns: [
          { title: 'For', lines: [supplier.name, ...supplier.lines] },
          {
            title: 'Payout',
            lines: [reference, madeAt.toISOString().slice(0, 10), account, `Amounts in ${currency}`],
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
          line.at.toISOString().slice(0, 10),
          line.order ?? '',
          line.memo,
          shown(line.gross),
          shown(line.commission),
          shown(line.tax),
          shown(line.amount),
        ]),
      },
      {
        kind: 'sums',
        rows: [
          { label: 'Sold, less what was given back', value: shown(sum(({ gross }) => gross)) },
          { label: 'Commission', value: shown(sum(({ commission }) => commission)) },
          { label: 'Tax on commission', value: shown(sum(({ tax }) => tax)) },
          ...(other === 0 ? [] : [{ label: 'Labels and other', value: shown(other) }]),
          { label: 'Paid out', value: shown(amount), isStrong: true },
        ],
      },
    ],
  }
}
