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

/** A table as it is drawn. */
export type PdfTable = Readonly<{
  columns: readonly PdfTableColumn[]
  rows: readonly (readonly string[])[]
}>

/** The blank between two columns, and above and below a row. */
const GAP = 10
const PADDING = 5

/**
 * Draws a table where the sheet is, a row never torn between two pages; its head stands on each page again. A row higher than a
 * page is cut off at its end: nobody writes such a one.
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

type ColumnBox = Pick<TextBox, 'x' | 'width' | 'align'>

/** Where each column stands: the width shared by their shares. */
function layoutColumns(columns: readonly PdfTableColumn[]): ColumnBox[] {
  const shares = columns.reduce((sum, { share }) => sum + share, 0)
  const availableWidth = WIDTH - GAP * (columns.length - 1)
  let x: number = PAGE.left
  return columns.map(({ share, align }) => {
    const width = (availableWidth * share) / shares
    const columnBox = { x, width, align }
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
  const { doc } = sheet
  const style = isHead ? STYLES.small : STYLES.body
  const y = sheet.y + PADDING
  const cellLines = places.map((columnBox, index) => {
    const box = { ...columnBox, text: cells[index] ?? '', style, isSoft: isHead }
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
  const counts = places.map(
    (columnBox, index) => layoutLines(sheet, { ...columnBox, text: cells[index] ?? '', style }).length,
  )
  return Math.max(...counts) * lineHeight(style) + 2 * PADDING
}
