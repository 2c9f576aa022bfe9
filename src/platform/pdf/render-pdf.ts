import type { PdfBlock, PdfDocument } from './pdf-document.ts'
import { type PdfFonts, pdfFonts } from './pdf-fonts.ts'
import {
  drawLines,
  INK,
  lineHeight,
  layoutLines,
  ensureSpace,
  PAGE,
  drawRule,
  type Sheet,
  STYLES,
  WIDTH,
  writeText,
} from './pdf-sheet.ts'
import { drawTable } from './pdf-table.ts'

/** The options of a PDF: a fallback font, and whether the file is compressed. */
export type PdfOptions = Readonly<{ furtherFont?: Buffer | undefined; isPacked?: boolean }>

/**
 * Renders a document as a PDF file: A4, tagged for screen readers, with page numbers. Equal documents give equal
 * bytes.
 */
export async function renderPdf(
  document: PdfDocument,
  { furtherFont, isPacked = true }: PdfOptions = {},
): Promise<Uint8Array<ArrayBuffer>> {
  const doc = await openPdf({
    size: 'A4',
    margin: 0,
    compress: isPacked,
    bufferPages: true,
    tagged: true,
    lang: 'en',
    displayTitle: true,
    pdfVersion: '1.5',
    info: { Title: document.title, Author: document.from.name, CreationDate: document.createdAt },
  })
  const chunks: Buffer[] = []
  const { promise: ended, resolve, reject } = Promise.withResolvers<void>()
  doc.on('data', (chunk: Buffer) => chunks.push(chunk))
  doc.on('end', resolve)
  doc.on('error', reject)
  const fonts = pdfFonts(doc, furtherFont)
  drawDocument(doc, document, { fonts, drawCode: await loadDrawCode(document) })
  doc.end()
  await ended
  return Uint8Array.from(Buffer.concat(chunks))
}

/**
 * Opens a document. The library is loaded with the first document: with its fonts it takes a fifth of the process's
 * memory.
 */
async function openPdf(options: PDFKit.PDFDocumentOptions): Promise<PDFKit.PDFDocument> {
  const { default: Document } = await import('pdfkit')
  return new Document(options)
}

/** Loads the library of codes, if the document has one. */
async function loadDrawCode({ code, blocks }: PdfDocument): Promise<Sheet['drawCode']> {
  const hasCode = blocks.some((block) => block.kind === 'table' && block.columns.some(({ isCode }) => isCode))
  return code !== undefined || hasCode ? (await import('./barcode.ts')).drawQrCode : undefined
}

function drawDocument(
  doc: PDFKit.PDFDocument,
  document: PdfDocument,
  { fonts, drawCode }: Pick<Sheet, 'fonts' | 'drawCode'>,
): void {
  const root = doc.struct('Document')
  doc.addStructure(root)
  const sheet: Sheet = { doc, fonts, root, drawCode, y: PAGE.top }
  drawHead(sheet, document)
  for (const block of document.blocks) drawBlock(sheet, block)
  if (fonts.hasMissed())
    drawBlock(sheet, {
      kind: 'text',
      text: 'A ? stands for a character that this document cannot show.',
      isSoft: true,
    })
  root.end()
  drawFooters(doc, fonts, document.foot)
}

const FULL_WIDTH = { x: PAGE.left, width: WIDTH } as const

/** The size of the code in the head. */
const CODE_SIZE = 64

/** The maximum size of a logo in the header, in points. */
const LOGO_SIZE = { width: 180, height: 56 } as const

function drawHead(sheet: Sheet, { title, from, code }: PdfDocument): void {
  const { doc, root, drawCode } = sheet
  if (code !== undefined && drawCode) {
    const box = { x: PAGE.left + WIDTH - CODE_SIZE, y: PAGE.top, width: CODE_SIZE, height: CODE_SIZE }
    root.add(doc.struct('Figure', { alt: `QR code: ${code}` }, () => drawCode(doc, code, box)))
  }
  if (from.logo) drawLogo(sheet, { name: from.name, logo: from.logo })
  writeText(sheet, 'P', { ...FULL_WIDTH, text: from.name, style: STYLES.name })
  for (const text of from.lines)
    writeText(sheet, 'P', { ...FULL_WIDTH, text, style: STYLES.small, isSoft: true })
  sheet.y += 24
  writeText(sheet, 'H1', { ...FULL_WIDTH, text: title, style: STYLES.title })
  sheet.y += 10
}

function drawLogo(sheet: Sheet, { name, logo }: Readonly<{ name: string; logo: Uint8Array }>): void {
  const { doc, root } = sheet
  const picture = Buffer.from(logo)
  // A PNG has width and height at fixed offsets (RFC 2083, 4.1.1).
  const size = { width: picture.readUInt32BE(16), height: picture.readUInt32BE(20) }
  const scale = Math.min(1, LOGO_SIZE.width / size.width, LOGO_SIZE.height / size.height)
  const [width, height] = [size.width * scale, size.height * scale]
  const draw = () => doc.image(picture, PAGE.left, sheet.y, { width, height })
  root.add(doc.struct('Figure', { alt: `Logo of ${name}` }, draw))
  sheet.y += height + 10
}

function drawBlock(sheet: Sheet, block: PdfBlock): void {
  switch (block.kind) {
    case 'heading':
      sheet.y += 8
      // Keeps a heading on the same page as the lines below it.
      ensureSpace(sheet, 5 * lineHeight(STYLES.heading))
      writeText(sheet, 'H2', { ...FULL_WIDTH, text: block.text, style: STYLES.heading })
      sheet.y += 4
      return
    case 'text':
      writeText(sheet, 'P', {
        ...FULL_WIDTH,
        text: block.text,
        style: STYLES.body,
        isSoft: block.isSoft ?? false,
      })
      sheet.y += 6
      return
    case 'columns':
      return drawColumns(sheet, block)
    case 'table':
      return drawTable(sheet, block)
    case 'sums':
      return drawTotals(sheet, block)
  }
}

/** Draws columns side by side, as high as the highest. */
function drawColumns(sheet: Sheet, { columns }: Extract<PdfBlock, { kind: 'columns' }>): void {
  const { doc, root } = sheet
  const gap = 20
  const width = (WIDTH - gap * (columns.length - 1)) / columns.length
  const texts = columns.map(({ title, lines }, index) => {
    const columnBox = { x: PAGE.left + index * (width + gap), width }
    const head = { ...columnBox, text: title, style: STYLES.small, isSoft: true }
    const body = { ...columnBox, text: lines.join('\n'), style: STYLES.body }
    return { head, body, lines: layoutLines(sheet, body) }
  })
  const contentOffset = lineHeight(STYLES.small) + 2
  const height = contentOffset + Math.max(...texts.map(({ lines }) => lines.length)) * lineHeight(STYLES.body)
  ensureSpace(sheet, height)
  const { y } = sheet
  for (const { head, body, lines } of texts) {
    const segments = [
      doc.struct('P', {}, () => drawLines(sheet, [head.text], { ...head, y })),
      doc.struct('P', {}, () => drawLines(sheet, lines, { ...body, y: y + contentOffset })),
    ]
    root.add(doc.struct('Sect', {}, segments))
  }
  sheet.y += height + 14
}

function drawTotals(sheet: Sheet, { rows }: Extract<PdfBlock, { kind: 'sums' }>): void {
  const { doc, root } = sheet
  const width = WIDTH * 0.45
  const x = PAGE.left + WIDTH - width
  ensureSpace(sheet, rows.length * 1.4 * lineHeight(STYLES.body))
  for (const { label, value, isStrong = false } of rows) {
    const style = isStrong ? STYLES.strong : STYLES.body
    if (isStrong) drawRule(sheet, x, width)
    const y = sheet.y + 3
    const drawLine = () => {
      drawLines(sheet, [label], { text: label, style, x, width, y, isSoft: !isStrong })
      drawLines(sheet, [value], { text: value, style, x, width, y, align: 'right' })
    }
    root.add(doc.struct('P', {}, drawLine))
    sheet.y += lineHeight(style) + 4
  }
  sheet.y += 10
}

function drawFooters(doc: PDFKit.PDFDocument, fonts: PdfFonts, footer: string): void {
  const { start, count } = doc.bufferedPageRange()
  for (let page = 0; page < count; page += 1) {
    doc.switchToPage(start + page)
    doc.markContent('Artifact', { type: 'Pagination' })
    doc.fillColor(INK.soft)
    const number = `${page + 1} / ${count}`
    const pageNumberX = PAGE.left + WIDTH - fonts.measure(number, STYLES.small)
    fonts.draw(footer, STYLES.small, { x: PAGE.left, y: PAGE.bottom + 16 })
    fonts.draw(number, STYLES.small, { x: pageNumberX, y: PAGE.bottom + 16 })
    doc.endMarkedContent()
  }
}
