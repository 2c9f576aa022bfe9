import { formatUtcDay } from '#core/text/format-date.ts'
import { formatMoney } from '#core/money.ts'
import type { PdfDocument } from '#platform/pdf/pdf-document.ts'
import type { WalletStatement } from './read-entries.ts'

/** The owner and month of a statement, its issuer, and its date. */
export type WalletStatementData = Readonly<{
  statement: WalletStatement
  owner: Readonly<{ name: string; lines: readonly string[] }>
  month: string
  issuer: PdfDocument['from']
  now: Date
}>

/** Returns the statement of a wallet as a document; `renderPdf` makes the file. */
export function renderWalletStatement(data: WalletStatementData): PdfDocument {
  const { statement, owner, month, issuer, now } = data
  const { currency, opening, closing, entries } = statement
  const text = (minor: number) => formatMoney(minor, currency)
  return {
    title: `Wallet statement ${month}`,
    from: issuer,
    createdAt: now,
    foot: `Wallet statement ${month}`,
    blocks: [
      {
        kind: 'columns',
        columns: [
          { title: 'For', lines: [owner.name, ...owner.lines] },
          {
            title: 'Statement',
            lines: [month, `As of ${formatUtcDay(now)}`, `Amounts in ${currency}`],
          },
        ],
      },
      {
        kind: 'table',
        columns: [
          { title: 'Date', share: 2 },
          { title: 'What', share: 6 },
          { title: 'Amount', share: 2, align: 'right' },
          { title: 'Balance', share: 2, align: 'right' },
        ],
        rows: entries.map(({ at, text: what, amount, balance }) => [
          formatUtcDay(at),
          what,
          text(amount),
          text(balance),
        ]),
      },
      {
        kind: 'sums',
        rows: [
          { label: 'Balance before', value: text(opening) },
          { label: 'Balance after', value: text(closing), isStrong: true },
        ],
      },
    ],
  }
}
