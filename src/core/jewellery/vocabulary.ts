/** The metals of products, named as in the facets of lists. */
export const METALS = [
  'Yellow gold',
  'White gold',
  'Rose gold',
  'Silver',
  'Platinum',
  'Palladium',
  'Titanium',
  'Steel',
  'Tungsten',
  'Brass',
  'Bronze',
] as const

/** The platings of a metal. Vermeil is gold on silver. */
export const PLATINGS = [
  'Gold vermeil',
  'Yellow gold',
  'White gold',
  'Rose gold',
  'Rhodium',
  'Ruthenium',
  'Silver',
] as const

/** The stones in the facets of lists; a product may have others. */
export const STONE_KINDS = [
  'Diamond',
  'Pearl',
  'Sapphire',
  'Ruby',
  'Emerald',
  'Aquamarine',
  'Amethyst',
  'Citrine',
  'Garnet',
  'Jade',
  'Lapis lazuli',
  'Moissanite',
  'Moonstone',
  'Morganite',
  'Onyx',
  'Opal',
  'Peridot',
  'Quartz',
  'Spinel',
  'Tanzanite',
  'Topaz',
  'Tourmaline',
  'Turquoise',
  'Cubic zirconia',
] as const

/** The origins of a stone. */
export const STONE_ORIGINS = ['natural', 'lab_grown', 'cultured'] as const

export type StoneOrigin = (typeof STONE_ORIGINS)[number]

/** The labels of the stones' origins. */
export const ORIGIN_LABELS: Readonly<Record<StoneOrigin, string>> = {
  natural: 'Natural',
  lab_grown: 'Lab-grown',
  cultured: 'Cultured',
}

/** The ring size standards of the size guide. */
export const SIZE_STANDARDS = ['US', 'EU', 'UK', 'SG', 'HK', 'JP'] as const

/** The facts that a category can require, with their names for people. */
export const FACT_LABELS = {
  metal: 'metal',
  purity: 'purity',
  plating: 'plating',
  stones: 'stones',
  sizeStandard: 'size standard',
  weightGrams: 'weight',
  lengthMm: 'length',
  widthMm: 'width',
  heightMm: 'height',
  nickelFree: 'nickel content',
  hallmark: 'hallmark',
  certificate: 'certificate',
} as const

export type FactName = keyof typeof FACT_LABELS

/** The names of all facts. */
export const FACT_NAMES = [
  'metal',
  'purity',
  'plating',
  'stones',
  'sizeStandard',
  'weightGrams',
  'lengthMm',
  'widthMm',
  'heightMm',
  'nickelFree',
  'hallmark',
  'certificate',
] as const satisfies readonly FactName[]

/** One kind of stone in a product; `carat` is the total weight of its stones. */
export type StoneFacts = Readonly<{
  kind: string
  count: number
  carat: number | null
  origin: StoneOrigin | null
}>

/** The facts of a product as jewellery; null when not stated. */
export type JewelleryFacts = Readonly<{
  metal: string | null
  purity: string | null
  plating: string | null
  hallmark: string | null
  isNickelFree: boolean | null
  sizeStandard: string | null
  weightGrams: number | null
  lengthMm: number | null
  widthMm: number | null
  heightMm: number | null
  certificateLaboratory: string | null
  certificateNumber: string | null
  /** The country of origin (ISO 3166 alpha-2) and the Harmonised System code; undefined when not stated. */
  originCountry?: string | null | undefined
  tariffNumber?: string | null | undefined
  stones: readonly StoneFacts[]
}>

/** The facts of a product that states none. */
export const NO_FACTS: JewelleryFacts = {
  metal: null,
  purity: null,
  plating: null,
  hallmark: null,
  isNickelFree: null,
  sizeStandard: null,
  weightGrams: null,
  lengthMm: null,
  widthMm: null,
  heightMm: null,
  certificateLaboratory: null,
  certificateNumber: null,
  stones: [],
}
