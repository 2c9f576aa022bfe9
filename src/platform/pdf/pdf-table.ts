import type { PdfTableColumn } from './pdf-document.ts'
import {
  drawLines,
  lineHeight,
  linesOf,
  makeRoom,
  PAGE,
  type Placed,
  rule,
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
  const places = placesOf(columns)
  const table = doc.struct('Table')
  root.add(table)
  const titles = columns.map(({ title }) => title)
  const head = () => drawRow(sheet, { table, cells: titles, places, isHead: true })
  makeRoom(sheet, 4 * lineHeight(STYLES.body))
  head()
  for (const cells of rows) {
    if (makeRoom(sheet, heightOf(sheet, { cells, places, style: STYLES.body }))) head()
    drawRow(sheet, { table, cells, places, isHead: false })
  }
  table.end()
  sheet.y += 2 * PADDING
}

type Place = Pick<Placed, 'x' | 'width' | 'align'>

/** Where each column stands: the width shared by their shares. */
function placesOf(columns: readonly PdfTableColumn[]): Place[] {
  const shares = columns.reduce((sum, { share }) => sum + share, 0)
  const room = WIDTH - GAP * (columns.length - 1)
  let x: number = PAGE.left
  return columns.map(({ share, align }) => {
    const width = (room * share) / shares
    const place = { x, width, align }
    x += width + GAP
    return place
  })
}

type Row = Readonly<{
  table: PDFKit.PDFStructureElement
  cells: readonly string[]
  places: readonly Place[]
  isHead: boolean
}>

function drawRow(sheet: Sheet, { table, cells, places, isHead }: Row): void {
  const { doc } = sheet
  const style = isHead ? STYLES.small : STYLES.body
  const y = sheet.y + PADDING
  const drawn = places.map((place, index) => {
    const placed = { ...place, text: cells[index] ?? '', style, isSoft: isHead }
    return doc.struct(isHead ? 'TH' : 'TD', {}, () =>
      drawLines(sheet, linesOf(sheet, placed), { ...placed, y }),
    )
  })
  table.add(doc.struct('TR', {}, drawn))
  sheet.y += heightOf(sheet, { cells, places, style })
  rule(sheet)
}

function heightOf(
  sheet: Sheet,
  { cells, places, style }: Pick<Row, 'cells' | 'places'> & Pick<Placed, 'style'>,
): number {
  const counts = places.map(
    (place, index) => linesOf(sheet, { ...place, text: cells[index] ?? '', style }).length,
  )
  return Math.max(...counts) * lineHeight(style) + 2 * PADDING
}
