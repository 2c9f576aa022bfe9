import { isErasedEmail } from '#core/emails/email.ts'
import { formatMoney } from '#core/money.ts'
import { formatAddressLines, type Purchase } from '#features/sales/orders/service.ts'
import type { PdfBlock, PdfDocument } from '#platform/pdf/pdf-document.ts'
import type { CreditNote } from './queries.ts'
import { formatUtcDay } from '#core/text/format-date.ts'

/** The content of a credit note; a note without a buyer names none. */
export type CreditNoteInput = Readonly<{
  note: CreditNote
  buyer: Purchase | undefined
  supplier: string
  issuer: PdfDocument['from']
}>

/** Renders the credit note of a refund. Its amounts come from the shopper's payment alone. */
export function renderCreditNote({ note, buyer, supplier, issuer }: CreditNoteInput): PdfDocument {
  return {
    title: `Credit note ${note.number}`,
    from: issuer,
    createdAt: note.issuedAt,
    foot: `Credit note ${note.number}`,
    blocks: [
      {
        kind: 'columns',
        columns: [
          ...(buyer ? [{ title: 'For', lines: listBuyerLines(buyer) }] : []),
          {
            title: 'Concerns',
            lines: [
              `Invoice ${note.invoiceNumber}`,
              `Order ${note.orderNumber}`,
              `Credit note of ${formatUtcDay(note.issuedAt)}`,
              `Amounts in ${note.currency}`,
            ],
          },
        ],
      },
      ...renderAmounts(note, supplier),
    ],
  }
}

function listBuyerLines(buyer: Purchase): string[] {
  return [
    `${buyer.firstName} ${buyer.lastName}`.trim(),
    ...formatAddressLines(buyer),
    ...(isErasedEmail(buyer.email) ? [] : [buyer.email]),
  ]
}

function renderAmounts(
  { currency, amount, shipping, isGoodwill, isVoid }: CreditNote,
  supplier: string,
): PdfBlock[] {
  const text = (cents: number) => formatMoney(cents, currency)
  const rows = [
    [isGoodwill ? `Goodwill refund for items from ${supplier}` : `Items from ${supplier}`, amount - shipping],
    ['Shipping', shipping],
  ] as const
  return [
    {
      kind: 'table',
      columns: [
        { title: 'Refunded', share: 6 },
        { title: 'Amount', share: 2, align: 'right' },
      ],
      rows: rows.filter(([, cents]) => cents > 0).map(([label, cents]) => [label, text(cents)]),
    },
    {
      kind: 'sums',
      rows: [
        { label: 'Tax charged', value: text(0) },
        { label: 'Total refunded', value: text(amount), isStrong: true },
      ],
    },
    ...(isVoid ? ([{ kind: 'text', text: 'Void: the bank returned the money.' }] as const) : []),
  ]
}
