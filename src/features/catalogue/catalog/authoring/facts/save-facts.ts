import { invalid } from '#core/errors.ts'
import { describeStones, findFactProblems } from '#core/jewellery/truth.ts'
import type { JewelleryFacts } from '#core/jewellery/vocabulary.ts'
import type { Transaction } from '#database/database.ts'
import { hasListedStones, writeFacts } from './fact-queries.ts'

/**
 * Saves what a product is made of. Throws `facts_contradictory`, with each statement that cannot be true, by its field. The text of
 * the stones that a feed brought stays until their owner lists stones.
 */
export async function saveFacts(tx: Transaction, productId: number, written: JewelleryFacts): Promise<void> {
  const facts = dropEmptyTexts(written)
  const issues = findFactProblems(facts)
  if (issues.length > 0)
    throw invalid('facts_contradictory', issues.map(({ message }) => message).join(' '), { issues })
  const isListed = facts.stones.length > 0 || (await hasListedStones(tx, productId))
  await writeFacts(tx, productId, { facts, stonesText: isListed ? describeStones(facts.stones) : undefined })
}

function dropEmptyTexts(facts: JewelleryFacts): JewelleryFacts {
  const entries = Object.entries(facts).map(([name, value]) => [name, value === '' ? null : value] as const)
  return { ...facts, ...Object.fromEntries(entries) }
}
