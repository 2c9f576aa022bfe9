import { inTransaction, type Queryable } from '#database/database.ts'
import { notFound, refused } from '#core/errors.ts'
import { SHOP_CURRENCY } from '#core/money.ts'
import { PER_PAGE, type SelectedData, type WantedData } from '../contract.ts'
import { MOST_SELECTED } from '../rules.ts'
import {
  countSelection,
  deleteSelected,
  insertSelected,
  listSelected,
  lockSelection,
  updateSelected,
  type Wanted,
} from './selection-queries.ts'
import { shownPiece } from '../shown.ts'

/** One page of what somebody has chosen. */
export type SelectionPage = Readonly<{
  selection: SelectedData[]
  total: number
  page: number
  pages: number
}>

/** One page of somebody's selection, newest first, or of the asked ids those that are in it; a page behind the last is the last. */
export async function readSelection(
  db: Queryable,
  personId: number,
  { page: asked = 1, ids }: Readonly<{ page?: number | undefined; ids?: readonly string[] | undefined }>,
): Promise<SelectionPage> {
  const total = await countSelection(db, personId)
  const pages = Math.ceil(total / PER_PAGE)
  const page = Math.max(1, Math.min(asked, pages))
  const stretch = ids
    ? { ids, limit: ids.length, offset: 0 }
    : { limit: PER_PAGE, offset: (page - 1) * PER_PAGE }
  const kept = await listSelected(db, personId, stretch)
  return { selection: kept.map(shownPiece), total, page, pages }
}

/**
 * Chooses pieces; those chosen already stay as they are, those not offered are left out. Throws `selection_full` where there would be
 * more than `MOST_SELECTED`.
 */
export async function choosePieces(
  db: Queryable,
  { personId, pieces, now }: Readonly<{ personId: number; pieces: readonly WantedData[]; now: Date }>,
): Promise<{ added: number; total: number }> {
  return inTransaction(db, async (tx) => {
    await lockSelection(tx, personId)
    const wanted = pieces.map((piece) => ({ ...NOTHING, ...wantedOf(piece) }))
    const added = await insertSelected(tx, { personId, pieces: wanted, now })
    const total = await countSelection(tx, personId)
    if (added > 0 && total > MOST_SELECTED)
      throw refused(
        'selection_full',
        `A selection holds ${MOST_SELECTED} pieces: please leave some out first.`,
      )
    return { added, total }
  })
}

const NOTHING = { retailAmount: null, retailCurrency: null, quantity: null }

/** Changes retail price and quantity of a chosen piece. Throws `not_selected`. */
export async function changePiece(
  db: Queryable,
  { personId, piece }: Readonly<{ personId: number; piece: WantedData }>,
): Promise<SelectedData> {
  return inTransaction(db, async (tx) => {
    const isChosen = await updateSelected(tx, personId, wantedOf(piece))
    const [kept] = await listSelected(tx, personId, { ids: [piece.productId], limit: 1, offset: 0 })
    if (!isChosen || !kept) throw notFound('not_selected', 'This piece is not in your selection.')
    return shownPiece(kept)
  })
}

/** Leaves pieces out; twice is once. */
export async function leaveOut(
  db: Queryable,
  { personId, productIds }: Readonly<{ personId: number; productIds: readonly string[] }>,
): Promise<{ removed: number; total: number }> {
  return inTransaction(db, async (tx) => {
    await lockSelection(tx, personId)
    const removed = await deleteSelected(tx, personId, productIds)
    return { removed, total: await countSelection(tx, personId) }
  })
}

/** What was said of a piece; what was left out is not there. */
function wantedOf(piece: WantedData): Partial<Wanted> & Pick<Wanted, 'productId'> {
  const { productId, retailPrice, retailCurrency = SHOP_CURRENCY, quantity } = piece
  return {
    productId,
    ...(retailPrice === undefined
      ? {}
      : retailPrice === null
        ? { retailAmount: null, retailCurrency: null }
        : { retailAmount: Math.round(retailPrice * 100), retailCurrency }),
    ...(quantity === undefined ? {} : { quantity }),
  }
}
