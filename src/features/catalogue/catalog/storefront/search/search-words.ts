import { sql } from 'drizzle-orm'
import { type Queryable, queryRows } from '#database/database.ts'

/** The most changes of counts that one fold adds up (migration 0547). */
const FOLD_LIMIT = 100_000

/** The number of nights in which all words are checked once. */
const NIGHTS = 30

/** The words whose names one statement counts. */
const WORDS_PER_CHECK = 100

/**
 * Adds the latest changes to the words' counts, and deletes words that no listed name has any more.
 * New words are searchable even before. Concurrent calls are safe.
 */
export async function foldSearchWords(db: Queryable): Promise<void> {
  let folded = FOLD_LIMIT
  while (folded === FOLD_LIMIT) {
    const [row] = await queryRows<{ n: number }>(db, sql`select fold_search_words() as n`)
    folded = row?.n ?? 0
  }
}

/**
 * Counts the names with each word of this night's share again, and corrects wrong counts. In 30 nights each word is
 * checked once. Returns the number of wrong words, which is 0 unless somebody wrote products without their triggers.
 */
export async function checkSearchWords(db: Queryable, night: number): Promise<number> {
  const share = night % NIGHTS
  let [wrong, last] = [0, '']
  for (;;) {
    const found = await queryRows<{ word: string }>(
      db,
      sql`
        select word from search_words
        where word > ${last} and mod(abs(hashtext(word)::bigint), ${NIGHTS}) = ${share} order by word limit ${WORDS_PER_CHECK}`,
    )
    const words = found.map(({ word }) => word)
    if (words.length === 0) return wrong
    const [row] = await queryRows<{ n: number }>(
      db,
      sql`select check_search_words(${sql.param(words)}::text[]) as n`,
    )
    wrong += row?.n ?? 0
    last = words.at(-1) ?? last
  }
}

/** Recounts the words of all names at once; returns the number of distinct words. */
export async function recountSearchWords(db: Queryable): Promise<number> {
  const [total] = await queryRows<{ n: number }>(db, sql`select rebuild_search_words() as n`)
  return total?.n ?? 0
}
