/** A piece of a name, where it begins, and whether it is what was typed. */
export type MarkedPart = Readonly<{ text: string; at: number; isMarked: boolean }>

/** A name in parts: marked are the beginnings of its words that were typed, whatever their case and accents. */
export function markedParts(name: string, typed: string): readonly MarkedPart[] {
  const folded = fold(name)
  const words = fold(typed).match(/[\p{L}\p{N}]+/gu) ?? []
  // Where folding changes lengths the places would be wrong: rather no mark than a wrong one.
  if (words.length === 0 || folded.length !== name.length) return [{ text: name, at: 0, isMarked: false }]
  const longest = [...new Set(words)].toSorted((a, b) => b.length - a.length)
  const begun = new RegExp(`(?<![\\p{L}\\p{N}])(?:${longest.join('|')})`, 'gu')
  const parts: MarkedPart[] = []
  let end = 0
  for (const { index, 0: found } of folded.matchAll(begun)) {
    if (index > end) parts.push({ text: name.slice(end, index), at: end, isMarked: false })
    end = index + found.length
    parts.push({ text: name.slice(index, end), at: index, isMarked: true })
  }
  if (end < name.length) parts.push({ text: name.slice(end), at: end, isMarked: false })
  return parts
}

function fold(text: string): string {
  return text.normalize('NFC').replaceAll(/\p{L}/gu, (letter) => {
    const plain = letter.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase()
    return plain.length === letter.length ? plain : letter
  })
}
