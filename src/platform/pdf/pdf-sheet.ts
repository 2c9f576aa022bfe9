import type { BarcodeBox } from './barcode.ts'
import type { PdfFonts, Style } from './pdf-fonts.ts'

/** A4 in points, and its margins. */
export const PAGE = { width: 595.28, left: 48, top: 48, bottom: 780 } as const

/** The width of the text area, in points. */
export const WIDTH = PAGE.width - 2 * PAGE.left

/** The text styles of a document. */
export const STYLES = {
  title: { size: 22, weight: 'semibold' },
  name: { size: 12, weight: 'semibold' },
  heading: { size: 11, weight: 'semibold' },
  strong: { size: 9.5, weight: 'semibold' },
  body: { size: 9.5, weight: 'regular' },
  small: { size: 8, weight: 'regular' },
} as const satisfies Readonly<Record<string, Style>>

/** The text colours, full and soft, and the colour of lines. */
export const INK = { full: '#1c1a17', soft: '#5f5a52', line: '#cfc9bf' } as const

/** The line height as a factor of the text size. */
const LEADING = 1.4

/** A document while it is drawn: `y` is the current position on the page. */
export type Sheet = {
  readonly doc: PDFKit.PDFDocument
  readonly fonts: PdfFonts
  readonly root: PDFKit.PDFStructureElement
  /** Draws a QR code; defined only if the document has one. */
  readonly drawCode: ((doc: PDFKit.PDFDocument, text: string, box: BarcodeBox) => void) | undefined
  y: number
}

/** The place of a text: its position, maximum width and alignment. */
export type TextBox = Readonly<{
  text: string
  style: Style
  x: number
  width: number
  align?: 'left' | 'right' | undefined
  isSoft?: boolean
}>

/** Returns the height of a line in a style. */
export function lineHeight({ size }: Style): number {
  return size * LEADING
}

/** Returns the lines of a text at its width. */
export function layoutLines({ fonts }: Sheet, { text, style, width }: TextBox): string[] {
  return wrapLines(text, width, (line) => fonts.measure(line, style))
}

/** Starts a new page when the current one has too little height left; returns whether it did. */
export function ensureSpace(sheet: Sheet, height: number): boolean {
  if (sheet.y + height <= PAGE.bottom || sheet.y === PAGE.top) return false
  sheet.doc.addPage()
  sheet.y = PAGE.top
  return true
}

/** Draws lines from `y` downwards without moving the sheet's position. */
export function drawLines({ doc, fonts }: Sheet, lines: readonly string[], box: TextBox & { y: number }) {
  const { style, x, y, width, align, isSoft } = box
  doc.fillColor(isSoft ? INK.soft : INK.full)
  lines.forEach((line, index) => {
    const lineX = align === 'right' ? x + width - fonts.measure(line, style) : x
    fonts.draw(line, style, { x: lineX, y: y + index * lineHeight(style) })
  })
}

/**
 * Writes text at the sheet's position and moves the position below it. It takes as many lines and pages as it
 * needs.
 */
export function writeText(sheet: Sheet, tag: 'H1' | 'H2' | 'P', box: TextBox): void {
  const { doc, root } = sheet
  for (const line of layoutLines(sheet, box)) {
    ensureSpace(sheet, lineHeight(box.style))
    const { y } = sheet
    root.add(doc.struct(tag, {}, () => drawLines(sheet, [line], { ...box, y })))
    sheet.y += lineHeight(box.style)
  }
}

/** Draws a hairline that screen readers skip. */
export function drawRule({ doc, y }: Sheet, x: number = PAGE.left, width: number = WIDTH): void {
  doc.markContent('Artifact', { type: 'Layout' })
  doc
    .lineWidth(0.5)
    .strokeColor(INK.line)
    .moveTo(x, y)
    .lineTo(x + width, y)
    .stroke()
  doc.endMarkedContent()
}

/** Returns the width of a text in points. */
export type Measure = (text: string) => number

/**
 * Breaks a text into lines no wider than `width` points. It breaks between words, and within words wider than a line,
 * as in scripts without spaces. Line breaks of the text are preserved. An empty text is one empty line.
 */
export function wrapLines(text: string, width: number, measure: Measure): string[] {
  return text.split('\n').flatMap((paragraph) => wrapParagraph(paragraph, width, measure))
}

function wrapParagraph(paragraph: string, width: number, measure: Measure): string[] {
  const lines: string[] = []
  let line = ''
  for (const word of paragraph.split(' ').filter(Boolean)) {
    const joined = line === '' ? word : `${line} ${word}`
    if (measure(joined) <= width) {
      line = joined
      continue
    }
    if (line !== '') lines.push(line)
    const fragments = breakWord(word, width, measure)
    lines.push(...fragments.slice(0, -1))
    line = fragments.at(-1) ?? ''
  }
  return [...lines, line]
}

/** Returns the fragments of a word, each no wider than a line, and at least one character long. */
function breakWord(word: string, width: number, measure: Measure): string[] {
  const fragments: string[] = []
  let fragment = ''
  for (const character of word) {
    if (fragment !== '' && measure(fragment + character) > width) {
      fragments.push(fragment)
      fragment = ''
    }
    fragment += character
  }
  return [...fragments, fragment]
}
