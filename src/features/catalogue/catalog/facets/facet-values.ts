// What the values of facets are called, in the order of their bits in 0009_facets.sql and 0076_option_facets.sql.

/** A value of a facet, as addresses say it, and its name. */
type Named = readonly [value: string, label: string]

/** The metals in the order of their bits. */
export const METALS: readonly Named[] = [
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

const STONE_WORDS =
  'Diamond,Pearl,Sapphire,Ruby,Emerald,Aquamarine,Amethyst,Citrine,Garnet,Jade,Lapis lazuli,Moissanite,Moonstone,' +
  'Morganite,Onyx,Opal,Peridot,Quartz,Spinel,Tanzanite,Topaz,Tourmaline,Turquoise,Cubic zirconia'

/** The stones in the order of their bits; the last one stands for none that the supplier names. */
export const STONES: readonly Named[] = [
  ...STONE_WORDS.split(',').map((label): Named => [label.toLowerCase().replaceAll(' ', '-'), label]),
  ['none', 'None stated'],
]

/** US ring sizes, 3 to 13 in halves, in the order of their bits; the label has the European size as well. */
export const SIZES: readonly Named[] = Array.from({ length: 21 }, (_, index): Named => {
  const size = 3 + index / 2
  // US size 0 is 0.458 inches across, each further one 0.032 inches more; ISO 8653 counts millimetres around.
  const around = Math.round((0.458 + 0.032 * size) * 25.4 * Math.PI)
  return [String(size).replace('.', '-'), `US ${size} (EU ${around})`]
})

/** The colours of variants in the order of their bits. */
export const COLORS: readonly Named[] = [
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
export const PURITIES: readonly Named[] = [
  ['375', '9K gold (375)'],
  ['585', '14K gold (585)'],
  ['750', '18K gold (750)'],
  ['916', '22K gold (916)'],
  ['999', '24K gold, fine metal (999)'],
  ['925', 'Sterling silver (925)'],
  ['950', 'Platinum and palladium (950)'],
  ['417', '10K gold (417)'],
]

/** The bits of the values chosen among the named ones. */
export function bitsFor(names: readonly Named[], values: readonly string[]): number {
  return names.reduce((bits, [value], index) => (values.includes(value) ? bits | (1 << index) : bits), 0)
}

/** The number of a country (ISO 3166-1 alpha-2, either case); what is none has the number of no country. */
export function countryNumber(code: string): number {
  if (!/^[a-z]{2}$/i.test(code)) return -1
  const [first = 0, second = 0] = [...code.toUpperCase()].map((letter) => letter.charCodeAt(0) - A)
  return first * 26 + second
}

/** The country of a number that `countryNumber` gave. */
export function countryCode(number: number): string {
  return String.fromCharCode(A + Math.floor(number / 26), A + (number % 26))
}

const A = 65
