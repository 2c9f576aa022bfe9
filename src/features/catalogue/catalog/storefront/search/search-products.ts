import type { Queryable } from '#database/database.ts'
import { isNearly, replaceNul, type WordGroup, createWordSearch, splitWords } from '../../rules.ts'
import { selectNameMatches, selectSearchHits, selectTypedWords, type TypedWord } from './search-queries.ts'

/** The most corrections of a mistyped word, the most frequent first. */
const MAX_CANDIDATES = 12

/**
 * Returns at most ten products that match the typed text, as a JSON array. It tries, in this order: names with all of
 * the words or their beginnings; a SKU; corrected typing errors; names that contain the text unchanged.
 */
export async function searchProducts(db: Queryable, typed: string): Promise<string> {
  const words = splitWords(typed)
  const typedWords = words.length > 0 ? await selectTypedWords(db, words, { checksAll: false }) : []
  // If no name has all words as typed, the SKU comes first, then the corrected words.
  const areAllKnown = typedWords.every(isKnownWord)
  const hits = await selectSearchHits(db, {
    words: toWordSearch(typedWords, typedWords.map(areAllKnown ? toExactGroup : toCorrectedGroup)),
    sku: replaceNul(typed) || null,
    isSkuFirst: !areAllKnown,
  })
  if (hits.n > 0) return hits.items
  const correctedItems = areAllKnown ? await searchCorrected(db, words) : undefined
  return correctedItems ?? (await selectNameMatches(db, replaceNul(typed))).items
}

/**
 * Searches with corrected words. A word that occurs in some name is right, unless no name has all words: then any of
 * them may be wrong.
 */
async function searchCorrected(db: Queryable, words: readonly string[]): Promise<string | undefined> {
  if (words.length === 0) return undefined
  const typedWords = await selectTypedWords(db, words, { checksAll: true })
  const groups = typedWords.map(toCandidateGroup)
  if (groups.every((group) => group.words.length < 2)) return undefined
  const hits = await selectSearchHits(db, {
    words: toWordSearch(typedWords, groups),
    sku: null,
    isSkuFirst: false,
  })
  return hits.n > 0 ? hits.items : undefined
}

function toWordSearch(typedWords: readonly TypedWord[], groups: readonly WordGroup[]) {
  return createWordSearch(groups, typedWords[0]?.names ?? 0)
}

/** Returns whether some name has the word, or it is a trade synonym. */
function isKnownWord({ n, synonyms }: TypedWord): boolean {
  return n > 0 || synonyms.length > 0
}

function toExactGroup({ word, n, synonyms }: TypedWord): WordGroup {
  return { words: [...(n > 0 ? [word] : []), ...synonyms], n }
}

function toCorrectedGroup(typed: TypedWord): WordGroup {
  return isKnownWord(typed) ? toExactGroup(typed) : toCandidateGroup(typed)
}

function toCandidateGroup(typed: TypedWord): WordGroup {
  const nearWords = typed.candidates
    .filter(({ word }) => word !== typed.word && isNearly(typed.word, word))
    .slice(0, MAX_CANDIDATES)
  const exact = toExactGroup(typed)
  return {
    words: [...exact.words, ...nearWords.map(({ word }) => word)],
    n: nearWords.reduce((sum, { n }) => sum + n, exact.n),
  }
}
