import { expect, test } from 'vitest'
import type { CaseEntryData } from '#features/sales/cases/contract.ts'
import { renderHtml, toText } from '#tests/data/rendered.tsx'
import { CaseEntries } from './case-entries.tsx'
import type { CaseReader } from './case-texts.ts'

const ENTRY: CaseEntryData = {
  place: 60,
  event: 'message',
  side: 'supplier',
  text: 'The stone was set before shipping.',
  isErased: false,
  terms: null,
  pictures: [],
  at: '2026-03-02T10:00:00.000Z',
}

test.each([
  ['supplier', 'You wrote'],
  ['operator', 'The supplier wrote'],
] as const)(
  'the entries of a case offer earlier ones to %ss, and their authors fit the reader',
  (reader, title) => {
    const text = toText(render(reader, 59))
    expect(text).toContain('Show earlier')
    expect(text).toContain(title)
    expect(text).toContain(ENTRY.text)
    expect(toText(render(reader, 0))).not.toContain('Show earlier')
  },
)

function render(reader: CaseReader, earlier: number): string {
  return renderHtml(<CaseEntries found={{ id: 'case-1', entries: [ENTRY], earlier }} reader={reader} />)
}
