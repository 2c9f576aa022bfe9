import { CATEGORIES, type CategoryName } from '../contract.ts'
import { METALS, STONES } from '../facets/facet-values.ts'
import { wordsOf } from '../rules.ts'

/** A text of a search read as facets: what its words name, and the words that are left. */
export type UnderstoodText = Readonly<{
  productName: string
  category: CategoryName | null
  metal: string | null
  stone: string | null
}>

/** Names of several words first, so that 'rose gold' is not gold. */
const METAL_WORDS = [
  ...METALS.map(([value]) => [value.replace('-', ' '), value] as const),
  ['gold', 'yellow-gold'] as const,
]
const STONE_WORDS = STONES.filter(([value]) => value !== 'none').map(
  ([value]) => [value.replace('-', ' '), value] as const,
)
const CATEGORY_WORDS = CATEGORIES.map((name) => [singular(name.toLowerCase()), name] as const)

/** They say nothing of a piece. */
const LITTLE_WORDS = ['a', 'an', 'and', 'for', 'in', 'of', 'the', 'with']

/**
 * What a text means beside words of names: 'diamond rings' are pieces among the rings that have diamonds, whatever they are
 * called. Undefined where it names no category, metal or stone.
 */
export function understandText(text: string): UnderstoodText | undefined {
  const words = wordsOf(text).filter((word) => !LITTLE_WORDS.includes(word))
  let left = ` ${words.map(singular).join(' ')} `
  function take<Value extends string>(
    names: readonly (readonly [words: string, value: Value])[],
  ): Value | null {
    const found = names.find(([name]) => left.includes(` ${name} `))
    if (!found) return null
    left = left.replace(` ${found[0]} `, ' ')
    return found[1]
  }
  const understood = { metal: take(METAL_WORDS), stone: take(STONE_WORDS), category: take(CATEGORY_WORDS) }
  const isAny = Object.values(understood).some((value) => value !== null)
  return isAny ? { ...understood, productName: left.trim() } : undefined
}

/** A word as it is for one: 'rubies', 'brooches', 'rings'. Only good enough to compare with others made by it. */
function singular(word: string): string {
  return word
    .replace(/ies$/, 'y')
    .replace(/(ch|x)es$/, '$1')
    .replace(/([^su])s$/, '$1')
}
