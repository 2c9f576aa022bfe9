import type { PdfBlock, PdfDocument } from './pdf-document.ts'
import { type PdfFonts, pdfFonts } from './pdf-fonts.ts'
import {
  drawLines,
  INK,
  lineHeight,
  linesOf,
  makeRoom,
  PAGE,
  rule,
  type Sheet,
  STYLES,
  WIDTH,
  write,
} from './pdf-sheet.ts'
import { drawTable } from './pdf-table.ts'

/** How a document becomes a file: a font for what the shop's own does not have, and whether the file is packed. */
export type PdfOptions = Readonly<{ furtherFont?: Buffer | undefined; isPacked?: boolean }>

/** A document as a PDF file: A4, tagged for who has it read out, each page with its number. The same document is the same bytes. */
export async function renderPdf(
  document: PdfDocument,
  { furtherFont, isPacked = true }: PdfOptions = {},
): Promise<Uint8Array<ArrayBuffer>> {
  const doc = await openSheets({
    size: 'A4',
    margin: 0,
    compress: isPacked,
    bufferPages: true,
    tagged: true,
    lang: 'en',
    displayTitle: true,
    pdfVersion: '1.5',
    info: { Title: document.title, Author: document.from.name, CreationDate: document.madeAt },
  })
  const chunks: Buffer[] = []
  const { promise: ended, resolve, reject } = Promise.withResolvers<void>()
  doc.on('data', (chunk: Buffer) => chunks.push(chunk))
  doc.on('end', resolve)
  doc.on('error', reject)
  drawAll(doc, document, pdfFonts(doc, furtherFont))
  doc.end()
  await ended
  return Uint8Array.from(Buffer.concat(chunks))
}

/** The library is loaded with the first document: fonts and all it takes a fifth of what the whole process does. */
async function openSheets(options: PDFKit.PDFDocumentOptions): Promise<PDFKit.PDFDocument> {
  const { default: Document } = await import('pdfkit')
  return new Document(options)
}

function drawAll(doc: PDFKit.PDFDocument, document: PdfDocument, fonts: PdfFonts): void {
  const root = doc.struct('Document')
  doc.addStructure(root)
  const sheet: Sheet = { doc, fonts, root, y: PAGE.top }
  drawHead(sheet, document)
  for (const block of document.blocks) drawBlock(sheet, block)
  if (fonts.hasMissed())
    drawBlock(sheet, {
      kind: 'text',
      text: 'A ? may stand for a character that cannot be printed here.',
      isSoft: true,
    })
  root.end()
  drawFeet(doc, fonts, document.foot)
}

const WHOLE = { x: PAGE.left, width: WIDTH } as const

function drawHead(sheet: Sheet, { title, from }: PdfDocument): void {
  write(sheet, 'P', { ...WHOLE, text: from.name, style: STYLES.name })
  for (const text of from.lines) write(sheet, 'P', { ...WHOLE, text, style: STYLES.small, isSoft: true })
  sheet.y += 24
  write(sheet, 'H1', { ...WHOLE, text: title, style: STYLES.title })
  sheet.y += 10
}

function drawBlock(sheet: Sheet, block: PdfBlock): void {
  switch (block.kind) {
    case 'heading':
      sheet.y += 8
      // A heading stands with what it is the heading of.
      makeRoom(sheet, 5 * lineHeight(STYLES.heading))
      write(sheet, 'H2', { ...WHOLE, text: block.text, style: STYLES.heading })
      sheet.y += 4
      return
    case 'text':
      write(sheet, 'P', { ...WHOLE, text: block.text, style: STYLES.body, isSoft: block.isSoft ?? false })
      sheet.y += 6
      return
    case 'columns':
      return drawColumns(sheet, block)
    case 'table':
      return drawTable(sheet, block)
    case 'sums':
      return drawSums(sheet, block)
  }
}

/** Columns beside each other, as high as the highest. */
function drawColumns(sheet: Sheet, { columns }: Extract<PdfBlock, { kind: 'columns' }>): void {
  const { doc, root } = sheet
  const gap = 20
  const width = (WIDTH - gap * (columns.length - 1)) / columns.length
  const texts = columns.map(({ title, lines }, index) => {
    const place = { x: PAGE.left + index * (width + gap), width }
    const head = { ...place, text: title, style: STYLES.small, isSoft: true }
    const body = { ...place, text: lines.join('\n'), style: STYLES.body }
    return { head, body, lines: linesOf(sheet, body) }
  })
  const below = lineHeight(STYLES.small) + 2
  const height = below + Math.max(...texts.map(({ lines }) => lines.length)) * lineHeight(STYLES.body)
  makeRoom(sheet, height)
  const { y } = sheet
  for (const { head, body, lines } of texts) {
    const parts = [
      doc.struct('P', {}, () => drawLines(sheet, [head.text], { ...head, y })),
      doc.struct('P', {}, () => drawLines(sheet, lines, { ...body, y: y + below })),
    ]
    root.add(doc.struct('Sect', {}, parts))
  }
  sheet.y += height + 14
}

function drawSums(sheet: Sheet, { rows }: Extract<PdfBlock, { kind: 'sums' }>): void {
  const { doc, root } = sheet
  const width = WIDTH * 0.45
  const x = PAGE.left + WIDTH - width
  makeRoom(sheet, rows.length * 1.4 * lineHeight(STYLES.body))
  for (const { label, value, isStrong = false } of rows) {
    const style = isStrong ? STYLES.strong : STYLES.body
    if (isStrong) rule(sheet, x, width)
    const y = sheet.y + 3
    const draw = () => {
      drawLines(sheet, [label], { text: label, style, x, width, y, isSoft: !isStrong })
      drawLines(sheet, [value], { text: value, style, x, width, y, align: 'right' })
    }
    root.add(doc.struct('P', {}, draw))
    sheet.y += lineHeight(style) + 4
  }
  sheet.y += 10
}

function drawFeet(doc: PDFKit.PDFDocument, fonts: PdfFonts, foot: string): void {
  const { start, count } = doc.bufferedPageRange()
  for (let page = 0; page < count; page += 1) {
    doc.switchToPage(start + page)
    doc.markContent('Artifact', { type: 'Pagination' })
    doc.fillColor(INK.soft)
    const number = `${page + 1} / ${count}`
    const right = PAGE.left + WIDTH - fonts.measure(number, STYLES.small)
    fonts.draw(foot, STYLES.small, { x: PAGE.left, y: PAGE.bottom + 16 })
    fonts.draw(number, STYLES.small, { x: right, y: PAGE.bottom + 16 })
    doc.endMarkedContent()
  }
}
