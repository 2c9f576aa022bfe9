import type { WantedData } from '#features/stores/connections/contract.ts'
import { call } from '#web/app/calls/api.ts'
import { pieceOfSelected, type TablePiece, type Wish } from './chosen-product.ts'
import { changeLocal, dropLocal, keepLocal, MOST_LOCAL, readLocal } from './local-selection.ts'

/** Which of the chosen pieces are wanted: a page of them, or of these those that are chosen. */
export type Asked = Readonly<{ page?: number; ids?: readonly string[] }>

/** Some of the chosen pieces, and how many there are in all. */
export type Listed = Readonly<{ pieces: readonly TablePiece[]; total: number; page: number; pages: number }>

/** Where a selection is kept. All may throw; each change gives how many pieces are chosen then. */
export type Selections = Readonly<{
  list(asked: Asked, signal: AbortSignal): Promise<Listed>
  add(piece: TablePiece): Promise<number>
  change(piece: TablePiece, wish: Wish): Promise<void>
  remove(id: string): Promise<number>
}>

const PER_PAGE = 50

/** A selection in this browser, of somebody who is not signed in as a vendor. */
export const localSelections: Selections = {
  list: ({ page: asked = 1, ids }) => {
    const all = readLocal()
    const pages = Math.ceil(all.length / PER_PAGE)
    const page = Math.max(1, Math.min(asked, pages))
    const pieces = ids
      ? all.filter(({ id }) => ids.includes(id))
      : all.slice((page - 1) * PER_PAGE, page * PER_PAGE)
    return Promise.resolve({ pieces, total: all.length, page, pages })
  },
  add: (piece) =>
    kept(
      keepLocal(piece),
      `Without an account ${MOST_LOCAL} products can be kept. Please sign in to choose more.`,
    ),
  change: async ({ id }, wish) => void (await kept(changeLocal(id, wish), NOT_KEPT)),
  remove: (id) => kept(dropLocal([id]), NOT_KEPT),
}

const NOT_KEPT = 'This browser does not keep anything just now.'

function kept(isKept: boolean, otherwise: string): Promise<number> {
  if (isKept) return Promise.resolve(readLocal().length)
  return Promise.reject(Object.assign(new Error(otherwise), { name: 'NotKept' }))
}

/** Why this browser did not keep something, in words, where that is what went wrong. */
export function notKept(error: unknown): string | undefined {
  return error instanceof Error && error.name === 'NotKept' ? error.message : undefined
}

/** A selection at the server. What this browser had kept before is handed over first. */
export const serverSelections: Selections = {
  async list({ page, ids }, signal) {
    await handOver()
    const query = { ...(page ? { page } : {}), ...(ids && ids.length > 0 ? { ids: ids.join(',') } : {}) }
    const { selection, ...answer } = await call('GET /stores/selection', { query }, { signal })
    return {
      pieces: selection.map(pieceOfSelected),
      total: answer.total,
      page: answer.page,
      pages: answer.pages,
    }
  },
  add: async (piece) => (await call('POST /stores/selection', { body: { pieces: [wantedOf(piece)] } })).total,
  change: async ({ id }, wish) =>
    void (await call('POST /stores/selection/change', { body: wantedOf({ id, ...wish }) })),
  remove: async (id) => (await call('POST /stores/selection/remove', { body: { productIds: [id] } })).total,
}

/** Pieces that are not offered any more are left behind, those chosen already stay as they are. */
async function handOver(): Promise<void> {
  const pieces = readLocal()
  if (pieces.length === 0) return
  // The oldest first: the newest is to stand at the front there, too.
  await call('POST /stores/selection', { body: { pieces: pieces.map(wantedOf).toReversed() } })
  dropLocal(pieces.map(({ id }) => id))
}

function wantedOf({ id, retailPrice, retailCurrency, quantity }: Wish & { id: string }): WantedData {
  return { productId: id, retailPrice, quantity, ...(retailCurrency === null ? {} : { retailCurrency }) }
}
