import type { Material, Metal, ProductSpec, SupplierStyle } from './product-specs.ts'

type DescriptionInput = Readonly<{ product: ProductSpec; voice: SupplierStyle; place: number }>

/**
 * Returns the description of a product as HTML: introduction, facts, care, and what is in the box. `place` is the
 * product's place in its supplier's list, by which the sentences on care and packing take turns.
 */
export function describe(material: Material, input: DescriptionInput): string {
  const care = selectCare(material, input)
  const { box } = input.voice
  return [
    `<p>${escapeHtml(input.product.text)}</p>`,
    renderFacts(material, input),
    `<p>${escapeHtml(`${pickByIndex(care, input.place)} ${pickByIndex(box, input.place)}`)}</p>`,
  ].join('\n')
}

/** Returns every metal of a product, the default first. */
export function listMetals(material: Material, product: ProductSpec): Metal[] {
  const otherMetals = [...product.colours, ...product.materials].map(({ metal }) => metal)
  return [...new Set([product.metal, ...otherMetals])].map(material.getMetal)
}

function renderFacts(material: Material, { product, voice }: DescriptionInput): string {
  const { labels } = voice
  const rows: [string, string][] = [
    [
      labels.metal,
      listMetals(material, product)
        .map(({ text }) => text)
        .join('; or '),
    ],
    ...(product.stones.length > 0
      ? ([[labels.stones, product.stones.join('; ')]] satisfies [string, string][])
      : []),
    [labels.measures, formatMeasures(material, product)],
    [labels.weight, `${product.grams} g`],
  ]
  const cells = rows.map(([label, value]) => [escapeHtml(label), escapeHtml(value)] as const)
  if (voice.layout === 'sentence')
    return `<p>${cells.map(([label, value]) => `${label} ${value}.`).join(' ')}</p>`
  if (voice.layout === 'lines')
    return `<p>${cells.map(([label, value]) => `<strong>${label}</strong> ${value}`).join('<br>')}</p>`
  return `<ul>${cells.map(([label, value]) => `<li>${label}: ${value}</li>`).join('')}</ul>`
}

function formatMeasures(material: Material, { design }: ProductSpec): string {
  const { sizes } = material
  const { measures } = material.getForm(design)
  const fixed = sizes.fixedLengthCm[design]
  if (fixed) return `${measures}; length ${fixed} cm`
  const lengths = sizes.cuffDesigns.includes(design)
    ? undefined
    : sizes.lengthsCm[material.getCategory(design)]
  if (!lengths) return measures
  const lengthLabel = material.getCategory(design) === 'pendants' ? 'chain' : 'length'
  return `${measures}; ${lengthLabel} ${lengths.slice(0, -1).join(', ')} or ${lengths.at(-1)} cm`
}

/**
 * Selects the care text by what is most easily damaged: pearls, then oiled emeralds, then soft stones, then the
 * metal.
 */
function selectCare(material: Material, { product, voice }: DescriptionInput): string[] {
  const stones = product.stones.join(' ').toLowerCase()
  const careKeys = [
    stones.includes('pearl') && 'pearl',
    /emerald.* oil/.test(stones) && 'emerald',
    /turquoise|onyx|jade|moonstone|amethyst/.test(stones) && 'soft',
    material.getMetal(product.metal).kind,
  ] as const
  for (const careKey of careKeys) {
    const care = careKey && voice.care[careKey]
    if (care) return care
  }
  throw new Error(`${voice.prefix} says nothing on the care of ${product.name}.`)
}

function pickByIndex(sentences: string[], index: number): string {
  return sentences[index % sentences.length] ?? ''
}

function escapeHtml(text: string): string {
  return text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;')
}
