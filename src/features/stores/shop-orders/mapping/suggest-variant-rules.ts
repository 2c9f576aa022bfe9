/** A line of a store's order, or a candidate variant. */
export type MatchCandidate = Readonly<{ id: string; title: string; sku: string }>
export type UnmatchedLine = Readonly<{ title: string; sku: string }>

/**
 * Returns the id of a line's most likely variant: by SKU or id, only variant, or title. The title must be the only one
 * contained whole in the line's title. Undefined if several match, or SKU and title name different ones, because a
 * wrong size is worse than a question.
 */
export function suggestVariant(
  line: UnmatchedLine,
  candidates: readonly MatchCandidate[],
): string | undefined {
  const sku = line.sku.trim().toLowerCase()
  const bySku = candidates.filter(
    (one) => sku !== '' && (one.sku.toLowerCase() === sku || one.id.toLowerCase() === sku),
  )
  if (candidates.length === 1) return candidates[0]?.id
  const words = toWords(line.title)
  const byTitle = candidates.filter(({ title }) => {
    const wanted = toWords(title)
    return wanted.length > 0 && wanted.every((word) => words.includes(word))
  })
  const [titled] = byTitle.length === 1 ? byTitle : []
  const [named] = bySku.length === 1 ? bySku : []
  if (named && titled && named.id !== titled.id) return undefined
  return (named ?? titled)?.id
}

function toWords(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []
}
