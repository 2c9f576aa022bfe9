import fc from 'fast-check'
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { extractPdfTexts } from '#tests/oracles/pdf-text.ts'
import type { PdfDocument } from './pdf-document.ts'
import { renderPdf } from './render-pdf.ts'
import { wrapLines } from './pdf-sheet.ts'

const SLIP: PdfDocument = {
  title: 'Packing slip',
  from: { name: 'Cabochon', lines: ['68 Circular Road'] },
  createdAt: new Date('2026-03-02T10:00:00Z'),
  foot: 'Order C-1',
  blocks: [{ kind: 'columns', columns: [{ title: 'For', lines: ['Łukasz Żółć', 'Ærø Ñandú'] }] }],
}

test('a document has its title, text with European letters, and page numbers', async () => {
  const texts = extractPdfTexts(await renderPdf(SLIP))
  expect(texts).toEqual(
    expect.arrayContaining([
      'Cabochon',
      '68 Circular Road',
      'Packing slip',
      'For',
      'Łukasz Żółć',
      'Ærø Ñandú',
      'Order C-1',
      '1 / 1',
    ]),
  )
})

test('renders the same document to the same bytes, and another time to other bytes', async () => {
  const one = await renderPdf(SLIP)
  expect(Buffer.compare(one, await renderPdf(SLIP))).toBe(0)
  expect(extractPdfTexts(await renderPdf(SLIP, { isPacked: false }))).toEqual(extractPdfTexts(one))
  const laterPdf = await renderPdf({ ...SLIP, createdAt: new Date('2026-03-02T10:00:01Z') })
  expect(Buffer.compare(one, laterPdf)).not.toBe(0)
})

test('a long table continues on the next page with its header, and no row is lost or split', async () => {
  const rows = Array.from({ length: 90 }, (_, index) => [`Ring ${index} of gold\nin a size`, `${index}`])
  const columns = [
    { title: 'Product', share: 3 },
    { title: 'Units', share: 1, align: 'right' as const },
  ]
  const texts = extractPdfTexts(await renderPdf({ ...SLIP, blocks: [{ kind: 'table', columns, rows }] }))
  const pages = texts.filter((text) => /^\d \/ \d$/.test(text)).length
  expect(pages).toBeGreaterThan(2)
  expect(texts.filter((text) => text === 'Product')).toHaveLength(pages)
  for (const [index] of rows.entries()) {
    const position = texts.indexOf(`Ring ${index} of gold`)
    expect(texts.slice(position, position + 3)).toEqual([`Ring ${index} of gold`, 'in a size', `${index}`])
  }
})

test('replaces a character missing from the fonts by a question mark with a note; a further font adds it', async () => {
  const blocks = [{ kind: 'text', text: 'For 田中 Σ' }] as const
  const without = extractPdfTexts(await renderPdf({ ...SLIP, blocks }))
  expect(without).toContain('For ?? ?')
  expect(without.join(' ')).toContain('that this document cannot show')
  // The document’s own font as the further font: its characters are rendered, and none is missing.
  const fontFile = readFileSync(new URL('fonts/instrument-sans-regular.ttf', import.meta.url))
  const plain = extractPdfTexts(
    await renderPdf({ ...SLIP, blocks: [{ kind: 'text', text: 'For Mei' }] }, { furtherFont: fontFile }),
  )
  expect(plain).toContain('For Mei')
  expect(plain.join(' ')).not.toContain('cannot be printed')
})

test('tags headings, paragraphs, tables and the language for screen readers', async () => {
  const blocks = [
    { kind: 'heading', text: 'Atelier' },
    { kind: 'table', columns: [{ title: 'Product', share: 1 }], rows: [['Ring']] },
    { kind: 'sums', rows: [{ label: 'Total', value: '$1.00', isStrong: true }] },
  ] as const
  const file = Buffer.from(await renderPdf({ ...SLIP, blocks }, { isPacked: false })).toString('latin1')
  for (const tag of ['/Document', '/H1', '/H2', '/Table', '/TR', '/TH', '/TD', '/P'])
    expect(file).toContain(`/S ${tag}`)
  expect(file).toMatch(/\/Lang \(en\)/)
  expect(file).toContain('/Marked true')
})

test('wrapped lines never exceed the width and keep every word', () => {
  const word = fc.stringMatching(/^[a-z]{1,30}$/)
  fc.assert(
    fc.property(fc.array(word, { maxLength: 20 }), fc.integer({ min: 1, max: 40 }), (words, width) => {
      const lines = wrapLines(words.join(' '), width, (text) => text.length)
      for (const line of lines) expect(line.length).toBeLessThanOrEqual(width)
      expect(lines.join('').replaceAll(' ', '')).toBe(words.join(''))
    }),
  )
  expect(wrapLines('one\n\ntwo three', 5, (text) => text.length)).toEqual(['one', '', 'two', 'three'])
  expect(wrapLines('指輪の大きな箱', 3, (text) => text.length)).toEqual(['指輪の', '大きな', '箱'])
})
