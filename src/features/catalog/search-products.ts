import type { Queryable } from '#database/database.ts'
import { isNearly, MOST_HITS, storable, wayDown, wordsOf } from './rules.ts'
import {
  type Candidate,
  type Hits,
  type KnownWord,
  selectBySku,
  selectByWords,
  selectCandidates,
  selectContaining,
  selectKnown,
} from './search-queries.ts'

/** Of the words that a mistyped one may mean, so many, the most frequent first. */
const MOST_MEANINGS = 12

/**
 * The pieces a shopper may mean by what was typed so far, at most ten, as a JSON array: names with all of the words or
 * their beginnings; else a stock-keeping number; else with a typing error in a word put right; else names that contain the text
 * as it is.
 */
export async function searchProducts(db: Queryable, typed: string): Promise<string> {
  const words = wordsOf(typed)
  const known = words.length > 0 ? await selectKnown(db, words) : []
  const asTyped = await selectGroups(db, known.map(asGroup))
  if (asTyped.n > 0) return asTyped.items
  const bySku = await selectBySku(db, storable(typed))
  if (bySku.n > 0) return bySku.items
  const corrected = await selectGroups(db, known.length > 0 ? await corrections(db, known) : [])
  if (corrected.n > 0) return corrected.items
  const containing = await selectContaining(db, storable(typed))
  return containing.items
}

/** Words any of which will do, in how many names they are, and of how many. */
type Group = Readonly<{ words: string; n: number; names: number }>

function asGroup({ word, n, names }: KnownWord): Group {
  return { words: word, n, names }
}

async function selectGroups(db: Queryable, groups: readonly Group[]): Promise<Hits> {
  // A word that no name has: nothing can have them all.
  if (groups.length === 0 || groups.some(({ n }) => n === 0)) return { items: '[]', n: 0 }
  const words = groups.map((group) => group.words)
  const counts = groups.map(({ n }) => n)
  const among = wayDown(counts, groups[0]?.names ?? 0)
  const popular = among === undefined ? undefined : await selectByWords(db, words, { among })
  return popular?.n === MOST_HITS ? popular : selectByWords(db, words)
}

async function corrections(db: Queryable, known: readonly KnownWord[]): Promise<Group[]> {
  const candidates = await selectCandidates(
    db,
    known.map(({ word }) => word),
  )
  // Words that some name has are right, unless all are: then it is their being together that nothing has.
  const areAllKnown = known.every(({ n }) => n > 0)
  return known.map((word, index) =>
    word.n > 0 && !areAllKnown ? asGroup(word) : meanings(word, candidates[index] ?? []),
  )
}

function meanings({ word, n, names }: KnownWord, candidates: readonly Candidate[]): Group {
  const near = candidates
    .filter((candidate) => candidate.word !== word && isNearly(word, candidate.word))
    .slice(0, MOST_MEANINGS)
  return {
    words: [word, ...near.map((candidate) => candidate.word)].join(' '),
    n: near.reduce((sum, candidate) => sum + candidate.n, n),
    names,
  }
}
