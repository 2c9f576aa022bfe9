import type { Queryable } from '#database/database.ts'
import { isNearly, wordsOf } from '../rules.ts'
import { selectTyped, type TypedWord } from './search-queries.ts'

/**
 * The text with each word that no name has put right, by the word most names have among those one typing error away; null when
 * a word cannot be put right, or all of them stand in some name.
 */
export async function suggestText(db: Queryable, text: string): Promise<string | null> {
  const words = wordsOf(text)
  if (words.length === 0) return null
  const known = await selectTyped(db, words, { areAllInDoubt: false })
  const right = known.map((typed) => (typed.n > 0 ? typed.word : nearest(typed)))
  const isWhole = right.every((word) => word !== undefined)
  return isWhole && known.some(({ n }) => n === 0) ? right.join(' ') : null
}

/** A whole word put right comes before one that the error is in the beginning of: 'rign' is 'ring' rather than 'rings'. */
function nearest({ word, candidates }: TypedWord): string | undefined {
  const near = candidates.filter((candidate) => isNearly(word, candidate.word))
  const whole = near.filter(
    (candidate) => isNearly(candidate.word, word) && Math.abs(candidate.word.length - word.length) <= 1,
  )
  return (whole[0] ?? near[0])?.word
}
