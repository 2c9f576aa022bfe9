import type { FailedCells, ListCell, ListView } from './list-view.ts'
import type { PiecePages } from './product-pages.ts'
import type { RowsView } from './product-scroller.ts'
import { piecesIn } from './product-window.ts'

/** The cells of the rows to be drawn, each with its place on the page. */
export function drawnList(view: RowsView, pages: Pick<PiecePages, 'at'>): ListView {
  const { rows, seen, layout, total } = view
  return {
    total,
    cells: rows.flatMap((row) => cellsOf(row, view, pages)),
    from: seen.first * layout.columns,
    to: Math.min(seen.end * layout.columns, total),
  }
}

function cellsOf(row: number, view: RowsView, pages: Pick<PiecePages, 'at'>): (ListCell | FailedCells)[] {
  const { layout, shift, total } = view
  const { columns } = layout
  const top = row * layout.rowHeight + shift
  const pieces = piecesIn(row, layout, total)
  if (pieces.some((index) => pages.at(index) === 'failed'))
    return [{ kind: 'failed', pieces, place: { row, top, column: 0, columns } }]
  return pieces.flatMap((index, column) => {
    const piece = pages.at(index)
    if (piece === 'gone' || piece === 'failed') return []
    const place = { row, top, column, columns }
    return [{ kind: 'piece', index, piece: piece === 'coming' ? undefined : piece, place }]
  })
}
