import type { Material, Metal, Piece, Voice } from './pieces.ts'

type Told = Readonly<{ piece: Piece; voice: Voice; place: number }>

/**
 * The description of a piece as HTML: what it is, its facts, care, and what is in the box. `place` is the piece's
 * place in its supplier's list, by which the sentences on care and packing take turns.
 */
export function describe(material: Material, told: Told): string {
  const care = careOf(material, told)
  const { box } = told.voice
  return [
    `<p>${escaped(told.piece.text)}</p>`,
    facts(material, told),
    `<p>${escaped(`${turn(care, told.place)} ${turn(box, told.place)}`)}</p>`,
  ].join('\n')
}

/** Every metal a piece can be had in, the first first. */
export function metalsOf(material: Material, piece: Piece): Metal[] {
  const others = [...piece.colours, ...piece.materials].map(({ metal }) => metal)
  return [...new Set([piece.metal, ...others])].map(material.getMetal)
}

function facts(material: Material, { piece, voice }: Told): string {
  const { labels } = voice
  const rows: [string, string][] = [
    [
      labels.metal,
      metalsOf(material, piece)
        .map(({ text }) => text)
        .join('; or '),
    ],
    ...(piece.stones.length > 0
      ? ([[labels.stones, piece.stones.join('; ')]] satisfies [string, string][])
      : []),
    [labels.measures, measuresOf(material, piece)],
    [labels.weight, `${piece.grams} g`],
  ]
  const cells = rows.map(([label, value]) => [escaped(label), escaped(value)] as const)
  if (voice.layout === 'sentence')
    return `<p>${cells.map(([label, value]) => `${label} ${value}.`).join(' ')}</p>`
  if (voice.layout === 'lines')
    return `<p>${cells.map(([label, value]) => `<strong>${label}</strong> ${value}`).join('<br>')}</p>`
  return `<ul>${cells.map(([label, value]) => `<li>${label}: ${value}</li>`).join('')}</ul>`
}

function measuresOf(material: Material, { design }: Piece): string {
  const { sizes } = material
  const { measures } = material.getForm(design)
  const fixed = sizes.fixedLengthCm[design]
  if (fixed) return `${measures}; length ${fixed} cm`
  const lengths = sizes.cuffDesigns.includes(design)
    ? undefined
    : sizes.lengthsCm[material.getCategory(design)]
  if (!lengths) return measures
  const what = material.getCategory(design) === 'pendants' ? 'chain' : 'length'
  return `${measures}; ${what} ${lengths.slice(0, -1).join(', ')} or ${lengths.at(-1)} cm`
}

/** What is most easily hurt decides: pearls, then oiled emeralds, then soft stones, then the metal. */
function careOf(material: Material, { piece, voice }: Told): string[] {
  const stones = piece.stones.join(' ').toLowerCase()
  const kinds = [
    stones.includes('pearl') && 'pearl',
    /emerald.* oil/.test(stones) && 'emerald',
    /turquoise|onyx|jade|moonstone|amethyst/.test(stones) && 'soft',
    material.getMetal(piece.metal).kind,
  ] as const
  for (const kind of kinds) {
    const care = kind && voice.care[kind]
    if (care) return care
  }
  throw new Error(`${voice.prefix} says nothing on the care of ${piece.name}.`)
}

function turn(sentences: string[], place: number): string {
  return sentences[place % sentences.length] ?? ''
}

function escaped(text: string): string {
  return text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;')
}
