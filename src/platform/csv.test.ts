import { expect, test } from 'vitest'
import { formatCsv } from './csv.ts'

test('quotes cells with commas, quotes and line breaks, and escapes formulas', () => {
  const rows = [
    ['name', 'amount', 'note'],
    ['Tan, Mei "M"', -12.5, null],
    ['=HYPERLINK("http://x")', 3, 'a\nb'],
    ['@SUM(A1)', 0, '-1'],
  ]
  expect(formatCsv(rows)).toBe(
    '\u{FEFF}name,amount,note\r\n"Tan, Mei ""M""",-12.5,\r\n"\'=HYPERLINK(""http://x"")",3,"a\nb"\r\n\'@SUM(A1),0,\'-1\r\n',
  )
})
