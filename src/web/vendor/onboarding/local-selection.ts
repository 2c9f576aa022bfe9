import type { TablePiece, Wish } from './chosen-product.ts'

/** The local storage key of what was chosen by somebody who is not signed in. */
export const SELECTION_KEY = 'vendorSelection'

/** So many pieces a browser keeps for an account to come; as many as one call hands over. */
export const MOST_LOCAL = 200

/** What this browser keeps of a selection, newest first; what is broken counts as nothing. */
export function readLocal(): readonly TablePiece[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(SELECTION_KEY) ?? '[]')
    return Array.isArray(kept) ? kept.filter(isPiece).slice(0, MOST_LOCAL) : []
  } catch {
    return []
  }
}

/** Keeps a piece at the front; false where the browser does not keep any more. */
export function keepLocal(piece: TablePiece): boolean {
  const others = readLocal().filter(({ id }) => id !== piece.id)
  return others.length < MOST_LOCAL && write([piece, ...others])
}

/** Changes what is wanted of a kept piece. */
export function changeLocal(id: string, wish: Wish): boolean {
  return write(readLocal().map((piece) => (piece.id === id ? { ...piece, ...wish } : piece)))
}

/** Leaves pieces out. */
export function dropLocal(ids: readonly string[]): boolean {
  return write(readLocal().filter(({ id }) => !ids.includes(id)))
}

function write(pieces: readonly TablePiece[]): boolean {
  try {
    if (pieces.length === 0) localStorage.removeItem(SELECTION_KEY)
    else localStorage.setItem(SELECTION_KEY, JSON.stringify(pieces))
    return true
  } catch {
    // The storage is full, or the browser forbids it.
    return false
  }
}

function isPiece(value: unknown): value is TablePiece {
  if (typeof value !== 'object' || value === null) return false
  const piece: Partial<Record<keyof TablePiece, unknown>> = value
  const { retailPrice = null, retailCurrency = null, quantity = null } = piece
  return (
    typeof piece.id === 'string' &&
    typeof piece.name === 'string' &&
    typeof piece.price === 'number' &&
    typeof piece.stock === 'number' &&
    (retailPrice === null || typeof retailPrice === 'number') &&
    (retailCurrency === null || typeof retailCurrency === 'string') &&
    (quantity === null || typeof quantity === 'number')
  )
}
