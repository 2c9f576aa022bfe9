import { isErasedEmail } from '#core/emails/email.ts'
import { formatMoney } from '#core/money.ts'
import {
  formatAddressLines,
  type Purchase,
  type SupplierOrder,
  type SupplierOrderLine,
  type ReversedAmounts,
} from '#features/sales/orders/service.ts'
import type { PdfBlock, PdfDocument, PdfTotal } from '#platform/pdf/pdf-document.ts'
import { formatUtcDay } from '#core/text/format-date.ts'

/** One supplier's part of an invoice; `wentBack` is undefined without refunds. */
export type InvoiceSection = Readonly<{
  order: SupplierOrder
  supplier: string
  lines: readonly SupplierOrderLine[]
  wentBack: ReversedAmounts | undefined
}>

/** The content of an invoice, with its number in the sequence of its year, and its date. */
export type InvoiceInput = Readonly<{
  number: string
  issuedAt: Date
  purchase: Purchase
  paidAt: Date
  parts: readonly InvoiceSection[]
  issuer: PdfDocument['from']
}>

/**
 * Renders the invoice: what the shopper bought and paid, and what was refunded. It uses the shopper's prices alone,
 * never wholesale prices or the marketplace's share.
 */
export function renderInvoice({
  number,
  issuedAt,
  purchase,
  paidAt,
  parts,
  issuer,
}: InvoiceInput): PdfDocument {
  return {
    title: `Invoice ${number}`,
    from: issuer,
    createdAt: issuedAt,
    foot: `Invoice ${number}`,
    blocks: [
      {
        kind: 'columns',
        columns: [
          {
            title: 'For',
            lines: [
              `${purchase.firstName} ${purchase.lastName}`.trim(),
              ...formatAddressLines(purchase),
              ...(isErasedEmail(purchase.email) ? [] : [purchase.email]),
            ],
          },
          {
            title: 'Order',
            lines: [
              purchase.number,
              `Placed on ${formatUtcDay(purchase.placedAt)}`,
              `Paid on ${formatUtcDay(paidAt)}`,
              `Invoice of ${formatUtcDay(issuedAt)}`,
              `Amounts in ${purchase.currency}`,
            ],
          },
        ],
      },
      ...parts.flatMap((section) => renderSection(section)),
      { kind: 'sums', rows: renderTotals(purchase, parts) },
    ],
  }
}

function renderSection({ supplier, lines, order }: InvoiceSection): PdfBlock[] {
  return [
    { kind: 'heading', text: supplier },
    {
      kind: 'table',
      columns: [
        { title: 'Item', share: 6 },
        { title: 'SKU', share: 3 },
        { title: 'Qty', share: 1, align: 'right' },
        { title: 'Price', share: 2, align: 'right' },
        { title: 'Amount', share: 2, align: 'right' },
      ],
      rows: lines.map((line) => [
        [line.title, line.variantTitle, describeWithdrawn(line)].filter(Boolean).join('\n'),
        line.sku,
        String(line.quantity),
        formatMoney(line.unitAmount, order.currency),
        formatMoney(line.lineAmount, order.currency),
      ]),
    },
  ]
}

function describeWithdrawn({ withdrawnQuantity, quantity }: SupplierOrderLine): string {
  if (withdrawnQuantity === 0) return ''
  return withdrawnQuantity === quantity ? 'Not sent' : `${withdrawnQuantity} not sent`
}

function renderTotals(purchase: Purchase, sections: readonly InvoiceSection[]): PdfTotal[] {
  const { currency } = purchase
  const refunded = sections.reduce((sum, { wentBack }) => sum + (wentBack?.givenBack ?? 0), 0)
  const chargedBack = sections.reduce((sum, { wentBack }) => sum + (wentBack?.chargedBack ?? 0), 0)
  const balance = purchase.totalAmount - refunded - chargedBack
  return [
    { label: 'Subtotal', value: formatMoney(purchase.subtotalAmount, currency) },
    { label: 'Shipping', value: formatMoney(purchase.shippingAmount, currency) },
    // The marketplace charges shoppers no tax: subtotal and shipping are all they pay.
    {
      label: 'Tax charged',
      value: formatMoney(purchase.totalAmount - purchase.subtotalAmount - purchase.shippingAmount, currency),
    },
    { label: 'Total paid', value: formatMoney(purchase.totalAmount, currency), isStrong: true },
    ...(refunded > 0 ? [{ label: 'Refunded', value: formatMoney(-refunded, currency) }] : []),
    ...(chargedBack > 0 ? [{ label: 'Charged back', value: formatMoney(-chargedBack, currency) }] : []),
    ...(refunded + chargedBack > 0
      ? [{ label: 'Left', value: formatMoney(balance, currency), isStrong: true }]
      : []),
  ]
}
