/** What a line of a store's order says of itself, and a variant that it may be. */
export type MatchCandidate = Readonly<{ id: string; title: string; sku: string }>
export type UnmatchedLine = Readonly<{ title: string; sku: string }>

/**
 * Returns the id of the variant that a line most likely is: the one whose SKU or id it has, the only one there is, or the only one
 * whose title stands whole in the line's title. Undefined where more than one would do, or SKU and title name two: a wrong size is worse
 * than a question.
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
