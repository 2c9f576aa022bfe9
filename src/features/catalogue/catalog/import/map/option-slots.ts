import { toSingleLine } from '#core/text/normalize-text.ts'

/** One option of a variant, such as `Color` with `Blue`. */
export type OptionValue = Readonly<{ name: string; value: string }>

/** The shop's three option slots, and the variant's name, which joins all options. */
export type OptionSlots = Readonly<{
  title: string
  size: string | null
  color: string | null
  material: string | null
}>

type Slot = 'size' | 'color' | 'material'

const SLOT_PATTERNS: readonly (readonly [Slot, RegExp])[] = [
  ['color', /colou?r|farbe|couleur|colore|\btone|shade|finish/i],
  [
    'size',
    /size|length|width|diameter|gr(ö|oe?)(ß|ss)e|l(ä|ae?)nge|taille|taglia|talla|tama(ñ|n)o|longueur/i,
  ],
  ['material', /material|metal|plating|gold|stone|gem|karat|carat|purity|materiau|matière/i],
]

/**
 * Returns a variant's options in the shop's three slots. Another kind of option (`Logo: Yes`) takes the first free slot
 * together with its name, so that shoppers can distinguish all variants. `Title: Default Title` is not an option.
 */
export function fillSlots(options: readonly OptionValue[]): OptionSlots {
  const givenOptions = options.filter((option) => option.value !== '' && !isDefaultOption(option))
  const slots: Record<Slot, string | null> = { size: null, color: null, material: null }
  const unmatched: string[] = []
  for (const option of givenOptions) {
    const slot = SLOT_PATTERNS.find(
      ([name, pattern]) => slots[name] === null && pattern.test(option.name),
    )?.[0]
    if (slot) slots[slot] = option.value
    else unmatched.push(toSingleLine(option.name ? `${option.name}: ${option.value}` : option.value))
  }
  assignUnmatched(slots, unmatched)
  return { title: givenOptions.map((option) => option.value).join(' / '), ...slots }
}

function isDefaultOption(option: OptionValue): boolean {
  return option.value.toLowerCase() === 'default title' || option.value.toLowerCase() === 'default'
}

function assignUnmatched(slots: Record<Slot, string | null>, unmatched: readonly string[]): void {
  const freeSlots = (['material', 'size', 'color'] as const).filter((slot) => slots[slot] === null)
  const lastSlot = freeSlots[Math.min(unmatched.length, freeSlots.length) - 1] ?? 'material'
  for (const [index, text] of unmatched.entries()) {
    const slot = freeSlots[index] ?? lastSlot
    slots[slot] = slots[slot] === null ? text : `${slots[slot]}, ${text}`
  }
}
