import { isInEuCustoms } from '#core/shipping/eu-customs.ts'

/** Returns whether a parcel between two countries has to be declared to customs. */
export function needsCustoms(from: string, to: string): boolean {
  return from !== to && !(isInEuCustoms(from) && isInEuCustoms(to))
}

/** A product's materials, in the terms of its feed; null if unknown. */
export type ProductMaterials = Readonly<{
  metal: string | null
  plating: string | null
  stones: string | null
}>

const GOLD_OR_PLATINUM =
  /\b(gold|platinum|palladium|rhodium|1[048]\s?(k|kt|ct)|9\s?(k|kt|ct)|2[24]\s?(k|kt|ct))\b/
const SILVER = /\b(silver|925|vermeil)\b/
const BASE_METAL =
  /\b(brass|bronze|copper|(stainless )?steel|titanium|tungsten|alumini?um|pewter|zinc|nickel|iron|tin|alloy)\b/
const CLAD = /\b(gold|silver|platinum)[ -](filled|clad)\b|\brolled (gold|silver)\b/
/** Words for a colour or a thin coat of precious metal on another material, which say nothing about that material. */
const COATED =
  /\b(gold|silver|platinum|rhodium|palladium)[ -](plated?|plating|tone|toned|dipped|colou?red|colou?r|coloured|finish)\b/g

const NO_STONES = /^\s*(none|no stones?|without|-|–)?\s*$/
/** Materials that are neither pearls nor stones: imitations of them, and shell. */
const IMITATION =
  /\b(glass|crystals?|rhinestones?|resin|acrylic|plastic|enamel|faux|imitation|simulated|paste|shells?|mother[ -]of[ -]pearl|nacre|abalone|paua)\b/
const PEARL = /\bpearls?\b/

/**
 * Returns the six-digit number of the Harmonised System for jewellery by its material; undefined if it is unclear.
 * Chapter 71, notes 2 to 11: precious metal decides (7113), silver also when it is plated; base metal clad with
 * precious metal is 7113.20, but plating counts as nothing; with pearls or stones base metal is 7116; else it is
 * imitation jewellery (7117).
 *
 * Plated base metal is 7117.19: note 6 keeps what is plated out of "precious metal"; note 7 has cladding as a covering
 * that is soldered, brazed, welded or rolled on; note 11 leaves imitation jewellery that has precious metal as plating
 * only; and 7117.1 reads "of base metal, whether or not plated with precious metal". The notes:
 * trade.gov.ng/downloads/stream/tariff/chapters/Chapter_71.html. So ruled in the United States of plating with gold and
 * palladium, beside mother-of-pearl (NY J86579), and with silver (NY N291835); that electroplating is no cladding says
 * NY 859172, that shells of molluscs are no pearls or stones HQ H293170.
 */
export function classifyTariffNumber({ metal, plating, stones }: ProductMaterials): string | undefined {
  const metalText = (metal ?? '').toLowerCase()
  const base = metalText.replaceAll(COATED, ' ')
  if (CLAD.test(metalText) || CLAD.test((plating ?? '').toLowerCase())) return '711320'
  const hasBase = BASE_METAL.test(base)
  const hasSilver = SILVER.test(base)
  // Vermeil is silver coated with gold.
  const hasGold = GOLD_OR_PLATINUM.test(base) && !/\bvermeil\b/.test(base)
  // With two metals the weights decide, which are unknown.
  if (Number(hasBase) + Number(hasSilver) + Number(hasGold) !== 1) return undefined
  if (hasGold) return '711319'
  if (hasSilver) return '711311'
  return classifyBaseMetal((stones ?? '').toLowerCase())
}

function classifyBaseMetal(stones: string): string {
  if (NO_STONES.test(stones) || IMITATION.test(stones)) return '711719'
  return PEARL.test(stones) ? '711610' : '711620'
}
