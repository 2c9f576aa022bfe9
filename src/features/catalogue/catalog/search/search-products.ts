import type { Queryable } from '#database/database.ts'
import { isNearly, storable, type WordGroup, wordSearch, wordsOf } from '../rules.ts'
import { selectContaining, selectPieces, selectTyped, type TypedWord } from './search-queries.ts'

/** Of the words that a mistyped one may mean, so many, the most frequent first. */
const MOST_MEANINGS = 12

/**
 * The pieces a shopper may mean by what was typed so far, at most ten, as a JSON array: names with all of the words or
 * their beginnings; else a stock-keeping number; else with a typing error in a word put right; else names that contain the text
 * as it is.
 */
export async function searchProducts(db: Queryable, typed: string): Promise<string> {
  const words = wordsOf(typed)
  const known = words.length > 0 ? await selectTyped(db, words, { areAllInDoubt: false }) : []
  // A word that no name has: nothing can have them all as typed, so the number comes first, then the words put right.
  const areAllKnown = known.every(isKnown)
  const found = await selectPieces(db, {
    words: searchOf(known, known.map(areAllKnown ? asTyped : putRight)),
    sku: storable(typed) || null,
    isSkuFirst: !areAllKnown,
  })
  if (found.n > 0) return found.items
  const together = areAllKnown ? await searchPutRight(db, words) : undefined
  return together ?? (await selectContaining(db, storable(typed))).items
}

/** Words that some name has each are right, unless no name has them all: then any of them may be the wrong one. */
async function searchPutRight(db: Queryable, words: readonly string[]): Promise<string | undefined> {
  if (words.length === 0) return undefined
  const doubted = await selectTyped(db, words, { areAllInDoubt: true })
  const groups = doubted.map(meanings)
  if (groups.every((group) => group.words.length < 2)) return undefined
  const found = await selectPieces(db, { words: searchOf(doubted, groups), sku: null, isSkuFirst: false })
  return found.n > 0 ? found.items : undefined
}

function searchOf(known: readonly TypedWord[], groups: readonly WordGroup[]) {
  return wordSearch(groups, known[0]?.names ?? 0)
}

/** Whether some name has the word, or it has another name in the trade. */
function isKnown({ n, synonyms }: TypedWord): boolean {
  return n > 0 || synonyms.length > 0
}

function asTyped({ word, n, synonyms }: TypedWord): WordGroup {
  return { words: [...(n > 0 ? [word] : []), ...synonyms], n }
}

function putRight(typed: TypedWord): WordGroup {
  return isKnown(typed) ? asTyped(typed) : meanings(typed)
}

function meanings(typed: TypedWord): WordGroup {
  const near = typed.candidates
    .filter(({ word }) => word !== typed.word && isNearly(typed.word, word))
    .slice(0, MOST_MEANINGS)
  const itself = asTyped(typed)
  return {
    words: [...itself.words, ...near.map(({ word }) => word)],
    n: near.reduce((sum, { n }) => sum + n, itself.n),
  }
}
