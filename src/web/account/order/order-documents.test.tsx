import { expect, test } from 'vitest'
import { createTrackedOrder } from '#tests/data/checkout-data.ts'
import { renderHtml } from '#tests/data/rendered.tsx'
import { OrderDocuments } from './order-documents.tsx'

test('an order links to its invoice and to a credit note for each refund, with the amount', () => {
  const path = '/orders/pur_1/credit-notes/CN-2026-000004'
  const order = createTrackedOrder({ creditNotes: [{ number: 'CN-2026-000004', path, amount: 80 }] })
  const html = renderHtml(<OrderDocuments order={order} />)
  expect(html).toContain('href="/orders/pur_1/invoice"')
  expect(html).toContain('Invoice INV-2026-000123')
  expect(html).toContain(`href="${path}"`)
  expect(html).toMatch(/Credit note .*CN-2026-000004.*\$80\.00/s)
})

test('an unpaid order has no documents except its printout', () => {
  const html = renderHtml(
    <OrderDocuments order={createTrackedOrder({ invoice: null, invoiceNumber: null })} />,
  )
  expect(html).toContain('Print this order')
  expect(html).not.toMatch(/Invoice|Credit note/)
})
