import type { PdfTableColumn } from './pdf-document.ts'
import {
  drawLines,
  lineHeight,
  layoutLines,
  ensureSpace,
  PAGE,
  type TextBox,
  drawRule,
  type Sheet,
  STYLES,
  WIDTH,
} from './pdf-sheet.ts'

/** The data of a table to draw. */
export type PdfTable = Readonly<{
  columns: readonly PdfTableColumn[]
  rows: readonly (readonly string[])[]
}>

/** The space between two columns, and above and below a row, in points. */
const GAP = 10
const PADDING = 5

/**
 * Draws a table at the sheet's position, never splitting a row between two pages. The header is repeated on each
 * page. A row higher than a page is cut off at its end; real rows are never that high.
 */
export function drawTable(sheet: Sheet, { columns, rows }: PdfTable): void {
  const { doc, root } = sheet
  const columnBoxes = layoutColumns(columns)
  const table = doc.struct('Table')
  root.add(table)
  const titles = columns.map(({ title }) => title)
  const head = () => drawRow(sheet, { table, cells: titles, places: columnBoxes, isHead: true })
  ensureSpace(sheet, 4 * lineHeight(STYLES.body))
  head()
  for (const cells of rows) {
    if (ensureSpace(sheet, measureRow(sheet, { cells, places: columnBoxes, style: STYLES.body }))) head()
    drawRow(sheet, { table, cells, places: columnBoxes, isHead: false })
  }
  table.end()
  sheet.y += 2 * PADDING
}

type ColumnBox = Pick<TextBox, 'x' | 'width' | 'align'> & Readonly<{ isCode: boolean }>

/** The size of a code in a row. */
const CODE_SIZE = 26

/** Returns the position of each column: the width is divided by their shares. */
function layoutColumns(columns: readonly PdfTableColumn[]): ColumnBox[] {
  const shares = columns.reduce((sum, { share }) => sum + share, 0)
  const availableWidth = WIDTH - GAP * (columns.length - 1)
  let x: number = PAGE.left
  return columns.map(({ share, align, isCode = false }) => {
    const width = (availableWidth * share) / shares
    const columnBox = { x, width, align, isCode }
    x += width + GAP
    return columnBox
  })
}

type Row = Readonly<{
  table: PDFKit.PDFStructureElement
  cells: readonly string[]
  places: readonly ColumnBox[]
  isHead: boolean
}>

function drawRow(sheet: Sheet, { table, cells, places, isHead }: Row): void {
  const { doc, drawCode } = sheet
  const style = isHead ? STYLES.small : STYLES.body
  const y = sheet.y + PADDING
  const cellLines = places.map((columnBox, index) => {
    const text = cells[index] ?? ''
    const box = { ...columnBox, text, style, isSoft: isHead }
    if (columnBox.isCode && !isHead && text !== '' && drawCode) {
      const codeBox = { x: columnBox.x, y, width: CODE_SIZE, height: CODE_SIZE }
      return doc.struct('TD', { alt: `QR code: ${text}` }, () => drawCode(doc, text, codeBox))
    }
    return doc.struct(isHead ? 'TH' : 'TD', {}, () =>
      drawLines(sheet, layoutLines(sheet, box), { ...box, y }),
    )
  })
  table.add(doc.struct('TR', {}, cellLines))
  sheet.y += measureRow(sheet, { cells, places, style })
  drawRule(sheet)
}

function measureRow(
  sheet: Sheet,
  { cells, places, style }: Pick<Row, 'cells' | 'places'> & Pick<TextBox, 'style'>,
): number {
  const heights = places.map((columnBox, index) => {
    const text = cells[index] ?? ''
    if (columnBox.isCode && style === STYLES.body) return text === '' ? 0 : CODE_SIZE
    return layoutLines(sheet, { ...columnBox, text, style }).length * lineHeight(style)
  })
  return Math.max(...heights) + 2 * PADDING
}
