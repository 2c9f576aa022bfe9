import { CATEGORIES, type CategoryName } from '../../contract.ts'
import { METALS, STONES } from '../facets/facet-values.ts'
import { splitWords } from '../../rules.ts'

/** The facets that the words of a search text name, and the remaining words. */
export type TextInterpretation = Readonly<{
  productName: string
  category: CategoryName | null
  metal: string | null
  stone: string | null
}>

/** Names of several words come first, so that 'rose gold' is not gold. */
const METAL_WORDS = [
  ...METALS.map(([value]) => [value.replace('-', ' '), value] as const),
  ['gold', 'yellow-gold'] as const,
]
const STONE_WORDS = STONES.filter(([value]) => value !== 'none').map(
  ([value]) => [value.replace('-', ' '), value] as const,
)
const CATEGORY_WORDS = CATEGORIES.map((name) => [toSingular(name.toLowerCase()), name] as const)

/** Words that say nothing about a product. */
const STOP_WORDS = ['a', 'an', 'and', 'for', 'in', 'of', 'the', 'with']

/**
 * Returns the category, metals and stones that a text names. 'diamond rings' are products in the category rings with
 * diamonds, regardless of their names. Undefined if the text names no category, metal or stone.
 */
export function interpretText(text: string): TextInterpretation | undefined {
  const words = splitWords(text).filter((word) => !STOP_WORDS.includes(word))
  let remaining = ` ${words.map(toSingular).join(' ')} `
  function takeMatch<Value extends string>(
    names: readonly (readonly [words: string, value: Value])[],
  ): Value | null {
    const found = names.find(([name]) => remaining.includes(` ${name} `))
    if (!found) return null
    remaining = remaining.replace(` ${found[0]} `, ' ')
    return found[1]
  }
  const interpretation = {
    metal: takeMatch(METAL_WORDS),
    stone: takeMatch(STONE_WORDS),
    category: takeMatch(CATEGORY_WORDS),
  }
  const hasMatch = Object.values(interpretation).some((value) => value !== null)
  return hasMatch ? { ...interpretation, productName: remaining.trim() } : undefined
}

/** Returns the singular of a word: 'rubies', 'brooches', 'rings'. Only exact enough to compare two results of it. */
function toSingular(word: string): string {
  return word
    .replace(/ies$/, 'y')
    .replace(/(ch|x)es$/, '$1')
    .replace(/([^su])s$/, '$1')
}
