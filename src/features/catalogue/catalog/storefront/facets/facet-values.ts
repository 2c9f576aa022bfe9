// Names of facet values, in the order of their bits in 0009_facets.sql and 0076_option_facets.sql.

/** A value of a facet as it is in URLs, and its name. */
type FacetValue = readonly [value: string, label: string]

/** The metals in the order of their bits. */
export const METALS: readonly FacetValue[] = [
  ['yellow-gold', 'Yellow gold'],
  ['white-gold', 'White gold'],
  ['rose-gold', 'Rose gold'],
  ['gold-plated', 'Gold vermeil and plated'],
  ['silver', 'Silver'],
  ['platinum', 'Platinum'],
  ['palladium', 'Palladium'],
  ['titanium', 'Titanium'],
  ['steel', 'Steel'],
  ['tungsten', 'Tungsten'],
  ['brass', 'Brass and bronze'],
]

const STONE_LABELS =
  'Diamond,Pearl,Sapphire,Ruby,Emerald,Aquamarine,Amethyst,Citrine,Garnet,Jade,Lapis lazuli,Moissanite,Moonstone,' +
  'Morganite,Onyx,Opal,Peridot,Quartz,Spinel,Tanzanite,Topaz,Tourmaline,Turquoise,Cubic zirconia'

/** The stones in the order of their bits; the last one means that the supplier names none. */
export const STONES: readonly FacetValue[] = [
  ...STONE_LABELS.split(',').map((label): FacetValue => [label.toLowerCase().replaceAll(' ', '-'), label]),
  ['none', 'None stated'],
]

/** US ring sizes, 3 to 13 in halves, in the order of their bits. The label includes the European size. */
export const SIZES: readonly FacetValue[] = Array.from({ length: 21 }, (_, index): FacetValue => {
  const size = 3 + index / 2
  // US size 0 has a diameter of 0.458 inches, each further size 0.032 inches more; ISO 8653 sizes are circumferences in
  // mm.
  const circumference = Math.round((0.458 + 0.032 * size) * 25.4 * Math.PI)
  return [String(size).replace('.', '-'), `US ${size} (EU ${circumference})`]
})

/** The colours of variants in the order of their bits. */
export const COLORS: readonly FacetValue[] = [
  ['yellow-gold', 'Yellow gold'],
  ['white-gold', 'White gold'],
  ['rose-gold', 'Rose gold'],
  ['silver', 'Silver and grey'],
  ['black', 'Black'],
  ['white', 'White'],
  ['blue', 'Blue'],
  ['green', 'Green'],
  ['red', 'Red'],
  ['pink', 'Pink and purple'],
  ['brown', 'Yellow and brown'],
  ['other', 'Other colours'],
]

/** The purities of metals in the order of their bits, by their fineness in thousandths. */
export const PURITIES: readonly FacetValue[] = [
  ['375', '9K gold (375)'],
  ['585', '14K gold (585)'],
  ['750', '18K gold (750)'],
  ['916', '22K gold (916)'],
  ['999', '24K gold, fine metal (999)'],
  ['925', 'Sterling silver (925)'],
  ['950', 'Platinum and palladium (950)'],
  ['417', '10K gold (417)'],
]

/** Returns the bits of the selected values among the named ones. */
export function toFacetBits(values: readonly FacetValue[], selected: readonly string[]): number {
  return values.reduce((bits, [value], index) => (selected.includes(value) ? bits | (1 << index) : bits), 0)
}

/** Returns the number of a country (ISO 3166-1 alpha-2, any case); -1, which no country has, for an invalid code. */
export function countryNumber(code: string): number {
  if (!/^[a-z]{2}$/i.test(code)) return -1
  const [first = 0, second = 0] = [...code.toUpperCase()].map((letter) => letter.charCodeAt(0) - CODE_OF_A)
  return first * 26 + second
}

/** Returns the country of a number that `countryNumber` returned. */
export function countryCode(number: number): string {
  return String.fromCharCode(CODE_OF_A + Math.floor(number / 26), CODE_OF_A + (number % 26))
}

const CODE_OF_A = 65
