import { chance } from './chance.ts'
import type { Material, Piece, Voice } from './pieces.ts'
import type { Variant } from './product.ts'

type Choice = Readonly<{ value: string; suffix: string; factor: number; design?: string; lengthCm?: number }>
type Option = Readonly<{ name: string; choices: Choice[] }>
type Article = Readonly<{
  piece: Piece
  voice: Voice
  code: string
  pictureOf: (design: string) => string
}>

/** The options a piece comes in (size, colour, material) and one variant for each combination of them. */
export function variantsOf(
  material: Material,
  article: Article,
): { optionNames: string[]; variants: Variant[] } {
  const options = [sizeOption(material, article), ...metalOptions(article.piece)].filter(
    (option) => option !== undefined,
  )
  let combinations: Choice[][] = [[]]
  for (const { choices } of options)
    combinations = combinations.flatMap((before) => choices.map((choice) => [...before, choice]))
  return {
    optionNames: options.map(({ name }) => name),
    variants: combinations.map((choices) => variant(material, article, choices)),
  }
}

function sizeOption(material: Material, { piece, voice }: Article): Option | undefined {
  const { sizes } = material
  const category = material.getCategory(piece.design)
  if (category === 'rings') {
    const run = sizes.rings[voice.sizes]?.[piece.design.includes('signet') ? 'signet' : 'regular'] ?? []
    return { name: 'Size', choices: run.map((value) => plain(value, value.replace(/\D*(\d+)|\w+ /, '$1'))) }
  }
  if (sizes.cuffDesigns.includes(piece.design)) {
    const choices = sizes.cuffs.map((value, i) => ({
      ...plain(value, value.slice(0, 1)),
      factor: 0.97 + 0.03 * i,
    }))
    return { name: 'Size', choices }
  }
  if (piece.design in sizes.fixedLengthCm) return undefined
  const lengths = sizes.lengthsCm[category]
  if (!lengths) return undefined
  const first = lengths[0] ?? 0
  const choices = lengths.map((cm) => ({
    ...plain(`${cm} cm`, String(cm)),
    lengthCm: cm,
    factor: 1 + (cm - first) / first / 3,
  }))
  return { name: 'Size', choices }
}

function metalOptions({ colours, materials }: Piece): Option[] {
  const options: Option[] = []
  if (colours.length > 0) {
    const choices = colours.map(({ name, design }) => ({ ...plain(name, initials(name)), design }))
    options.push({ name: 'Color', choices })
  }
  if (materials.length > 0) {
    const choices = materials.map(({ name }, i) => ({ ...plain(name, initials(name)), factor: 1 + 0.22 * i }))
    options.push({ name: 'Material', choices })
  }
  return options
}

function plain(value: string, suffix: string): Choice {
  return { value, suffix, factor: 1 }
}

function initials(name: string): string {
  return name.replace(/[^A-Z0-9]/g, '')
}

function variant(material: Material, { piece, code, pictureOf }: Article, choices: Choice[]): Variant {
  const sku = [code, ...choices.map(({ suffix }) => suffix)].join('-')
  const factor = choices.reduce((product, choice) => product * choice.factor, 1)
  const price = rounded(piece.price * factor)
  const cm = choices.find((choice) => choice.lengthCm)?.lengthCm ?? material.sizes.fixedLengthCm[piece.design]
  const design = choices.find((choice) => choice.design)?.design
  return {
    sku,
    options: choices.map(({ value }) => value),
    price,
    ...(piece.listPrice && { listPrice: Math.max(rounded(piece.listPrice * factor), price + 1) }),
    cost: Math.round(piece.price * factor * (45 + 15 * chance(`cost ${code}`))) / 100,
    stock: stockOf(sku, code, price),
    grams: Math.round(piece.grams * factor * 10) / 10,
    lengthMm: cm ? cm * 10 : material.getForm(piece.design).lengthMm,
    ...(design && { picture: pictureOf(design) }),
  }
}

/** Whole dollars; from a hundred up in fives, from a thousand up in tens. */
function rounded(dollars: number): number {
  const step = dollars >= 1000 ? 10 : dollars >= 100 ? 5 : 1
  return Math.round(dollars / step) * step
}

/** A dear piece lies in the safe once or twice, a cheap one by the dozen; a few are sold out. */
function stockOf(sku: string, code: string, price: number): number {
  if (chance(`gone ${code}`) < 0.02 || chance(`none ${sku}`) < 0.05) return 0
  const most = price > 5000 ? 4 : price > 1000 ? 18 : price > 300 ? 45 : 80
  return 1 + Math.floor(chance(`stock ${sku}`) * most)
}
