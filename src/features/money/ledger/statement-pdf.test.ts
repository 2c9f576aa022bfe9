import { expect, test } from 'vitest'
import { statementPdf, type StatementPdfLine } from './statement-pdf.ts'

const AT = new Date('2026-03-02T10:00:00Z')
const SALE: StatementPdfLine = {
  at: AT,
  order: 'C-1001',
  memo: 'Sold',
  gross: 10_206,
  commission: 1_531,
  tax: 138,
  amount: 8_537,
}
const REFUND: StatementPdfLine = {
  at: new Date('2026-03-05T10:00:00Z'),
  order: 'C-1001',
  memo: 'Given back',
  gross: -1_000,
  commission: -150,
  tax: -14,
  amount: -836,
}
const LABEL: StatementPdfLine = {
  at: AT,
  order: null,
  memo: 'Label',
  gross: null,
  commission: null,
  tax: null,
  amount: -500,
}

function statementOf(lines: readonly StatementPdfLine[], amount: number) {
  const document = statementPdf({
    reference: 'PO-7',
    issuer: { name: 'Cabochon', lines: [] },
    supplier: { name: 'Tan Works', lines: ['Via Roma 1'] },
    account: 'IBAN IT … 3456',
    currency: 'USD',
    amount,
    createdAt: new Date('2026-03-16T10:00:00Z'),
    lines,
  })
  const [head, table, sums] = document.blocks
  if (head?.kind !== 'columns' || table?.kind !== 'table' || sums?.kind !== 'sums')
    throw new Error('the statement has other blocks')
  return { document, head, table, sums: sums.rows.map(({ label, value }) => [label, value]) }
}

test('each line shows its commission, and the totals are those of all lines', () => {
  const { table, sums } = statementOf([SALE, REFUND], 7_701)
  expect(table.columns.map(({ title }) => title)).toEqual([
    'Date',
    'Order',
    'What',
    'Sold',
    'Commission',
    'Tax on it',
    'Amount',
  ])
  expect(table.rows).toEqual([
    ['2 Mar 2026', 'C-1001', 'Sold', '$102.06', '$15.31', '$1.38', '$85.37'],
    ['5 Mar 2026', 'C-1001', 'Given back', '-$10.00', '-$1.50', '-$0.14', '-$8.36'],
  ])
  expect(sums).toEqual([
    ['Sales less refunds', '$92.06'],
    ['Commission', '$13.81'],
    ['Tax on commission', '$1.24'],
    ['Paid out', '$77.01'],
  ])
})

test('a label has no commission and its own total', () => {
  const { table, sums } = statementOf([SALE, LABEL], 8_037)
  expect(table.rows[1]).toEqual(['2 Mar 2026', '', 'Label', '', '', '', '-$5.00'])
  expect(sums).toEqual([
    ['Sales less refunds', '$102.06'],
    ['Commission', '$15.31'],
    ['Tax on commission', '$1.38'],
    ['Labels and other', '-$5.00'],
    ['Paid out', '$80.37'],
  ])
})

test('the statement header names the supplier, the date and the bank account', () => {
  const { document, head } = statementOf([SALE], 8_537)
  expect(document).toMatchObject({ title: 'Payout statement and commission invoice', foot: 'Payout PO-7' })
  expect(head.columns).toEqual([
    { title: 'For', lines: ['Tan Works', 'Via Roma 1'] },
    { title: 'Payout', lines: ['PO-7', '16 Mar 2026', 'IBAN IT … 3456', 'Amounts in USD'] },
  ])
})
