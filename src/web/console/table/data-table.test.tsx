import { expect, test } from 'vitest'
import { findTags, renderHtml, toText } from '#tests/data/rendered.tsx'
import { DataTable } from './data-table.tsx'

test('all rows can be selected in the table header, and above the cards on a phone', () => {
  const html = render(['C-1', 'C-2'], { 'C-1': true, 'C-2': true })
  const boxes = findTags(html, 'input').filter((box) => box.includes('aria-label="Select all on this page"'))
  expect(boxes).toHaveLength(2)
  for (const box of boxes) expect(box).toContain('checked')
  expect(html).toMatch(/<label[^>]*md:hidden[^>]*><input[^>]*aria-label="Select all on this page"/)
})

test('a single card has no select-all checkbox, and a table without selection has no checkboxes', () => {
  expect(render(['C-1'], {})).not.toMatch(/<label[^>]*md:hidden/)
  const html = render(['C-1', 'C-2'])
  expect(findTags(html, 'input')).toEqual([])
  expect(toText(html)).toContain('C-2')
})

function render(numbers: readonly string[], selected?: Record<string, true>): string {
  const selection = selected && { selected, onChange: () => undefined }
  return renderHtml(
    <DataTable
      label="Orders"
      columns={[{ id: 'number', title: 'Order', cell: ({ number }: { number: string }) => number }]}
      items={numbers.map((number) => ({ number }))}
      getId={({ number }) => number}
      getName={({ number }) => number}
      {...(selection && { selection })}
      card={({ number }) => number}
    />,
  )
}
