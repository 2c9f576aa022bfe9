import { expect, test } from 'vitest'
import { listTexts } from './texts.ts'

test('lists sentences in strings and between tags with their lines, without code, keys and SQL', () => {
  const source = [
    "import { x } from './Some File.ts'",
    "const label = 'Add to cart'",
    "const key = 'add_to_cart', style = 'flex gap-2'",
    '// A comment is for developers.',
    'const statement = `select Name from products where id = 1`',
    'const view = <p className="mt-2">Your cart is empty. <b>{count} of {total}</b></p>',
    'throw invalid(`${name} is out of stock.`)',
  ].join('\n')
  expect(listTexts(source, true)).toEqual([
    { line: 2, text: 'Add to cart' },
    { line: 6, text: 'Your cart is empty.' },
    { line: 6, text: 'of' },
    { line: 7, text: '${name} is out of stock.' },
  ])
})
