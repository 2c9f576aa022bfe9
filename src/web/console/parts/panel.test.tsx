import { expect, test } from 'vitest'
import { renderHtml, toText } from '#tests/data/rendered.tsx'
import { LimitNote } from './panel.tsx'

const render = (count: number) =>
  toText(renderHtml(<LimitNote count={count} limit={200} text="The newest 200 are shown." />))

test('a list without pages says that it is cut off once it shows its most rows, and nothing before', () => {
  expect(render(199)).toBe('')
  expect(render(200)).toContain('The newest 200 are shown.')
})
