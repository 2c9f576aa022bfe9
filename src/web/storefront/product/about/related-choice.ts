import type { ProductCardData } from '#features/catalogue/catalog/contract.ts'

/** So many cards make one row on wide screens. */
const SHOWN = 4

type Lists<Pieces> = Readonly<{ boughtTogether: Pieces; supplierPieces: Pieces }>

/**
 * What the two rows of related pieces show: never the piece itself, and in the second row nothing of the first as
 * long as there is anything else (PDP-42).
 */
export function relatedChoice(
  id: string,
  found: Lists<readonly ProductCardData[]>,
): Lists<readonly ProductCardData[]> {
  const boughtTogether = found.boughtTogether.filter((piece) => piece.id !== id).slice(0, SHOWN)
  const shown = new Set(boughtTogether.map((piece) => piece.id))
  const others = found.supplierPieces.filter((piece) => piece.id !== id)
  const fresh = others.filter((piece) => !shown.has(piece.id))
  return { boughtTogether, supplierPieces: (fresh.length > 0 ? fresh : others).slice(0, SHOWN) }
}
