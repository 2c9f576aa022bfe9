/** A piece that a letter shows: `price` and `note` as they are to be read; addresses are whole ones. */
export type LetterPiece = Readonly<{
  name: string
  price: string
  note?: string
  url: string
  imageUrl?: string
}>

/** The pieces of a letter in plain text, a line for each piece and one for its address. */
export function plainPieces(pieces: readonly LetterPiece[]): string[][] {
  return pieces.map(({ name, price, note, url }) => [
    `${note ? `${name} (${note})` : name}   ${price}`,
    `  ${url}`,
  ])
}
