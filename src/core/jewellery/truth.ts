import { FINENESS, findPreciousMetal, parseFineness, type PreciousMetal } from './fineness.ts'
import type { FactName, JewelleryFacts, StoneFacts } from './vocabulary.ts'

/** A statement that cannot be true, with its field; a stone's field is, for example, `stones.0.origin`. */
export type FactProblem = Readonly<{ field: string; message: string }>

/**
 * Returns the statements of a product that cannot be true. It finds contradictions and violations of the trade's
 * definitions and of labelling law; an empty list does not prove that the rest is true. Each rule is a function
 * below.
 */
export function findFactProblems(facts: JewelleryFacts): FactProblem[] {
  return [
    ...checkPurity(facts),
    ...checkPlating(facts),
    ...checkHallmark(facts),
    ...checkCertificate(facts),
    ...facts.stones.flatMap((stone, index) => checkStone(stone, `stones.${index}`)),
  ]
}

/** Checks that a purity is a fineness of its metal: 925 is silver's, never gold's, and base metals have none. */
function checkPurity({ metal, purity }: JewelleryFacts): FactProblem[] {
  if (!purity) return []
  const fineness = parseFineness(purity)
  const isKnown = Object.values(FINENESS).some((known) => fineness !== undefined && known.includes(fineness))
  if (fineness === undefined || !isKnown)
    return [{ field: 'purity', message: 'Enter the purity in thousandths, such as 585, 750 or 925.' }]
  if (!metal) return [{ field: 'metal', message: 'Choose the metal that the purity is about.' }]
  const precious = findPreciousMetal(metal)
  if (!precious)
    return [{ field: 'purity', message: 'Only gold, silver, platinum and palladium have a purity.' }]
  if (FINENESS[precious].includes(fineness)) return []
  return [{ field: 'purity', message: explainFineness(fineness, precious) }]
}

function explainFineness(fineness: string, metal: PreciousMetal): string {
  const usual = { gold: '375, 585 or 750', silver: '925 or 999', platinum: '950', palladium: '500 or 950' }
  return `${metal[0]?.toUpperCase()}${metal.slice(1)} isn’t sold as ${fineness}. Usual purities are ${usual[metal]}.`
}

/** The values that feeds have for products without plating. */
const NO_PLATING = /^(none|no|no plating|unplated|n\/a|-)\.?$/i

/**
 * Checks the plating. Solid gold can be plated with rhodium or ruthenium only, which is usual for white gold. Vermeil
 * is gold on silver. A metal is never plated with itself.
 */
function checkPlating({ metal, plating }: JewelleryFacts): FactProblem[] {
  if (!metal || !plating || NO_PLATING.test(plating)) return []
  const precious = findPreciousMetal(metal)
  const isVermeil = /vermeil/i.test(plating)
  if (precious === 'gold' && !/rhodium|ruthenium/i.test(plating))
    return [
      {
        field: 'plating',
        message: 'Solid gold can’t be plated. Choose the metal underneath, or remove the plating.',
      },
    ]
  if (isVermeil && precious !== 'silver')
    return [{ field: 'plating', message: 'Vermeil is gold on silver. Choose silver as the metal.' }]
  if (!isVermeil && precious && findPreciousMetal(plating) === precious)
    return [{ field: 'plating', message: `A metal can’t be plated with itself. Remove the plating.` }]
  return []
}

/** Checks that a fineness in the hallmark is the stated purity, or one of the stated ones. */
function checkHallmark({ hallmark, purity }: JewelleryFacts): FactProblem[] {
  const stamped = /(?<!\d)\d{3}(?!\d)/.exec(hallmark ?? '')?.[0]
  const fineness = purity ? parseFineness(purity) : undefined
  if (!stamped || !fineness || stamped === fineness || purity?.includes(stamped)) return []
  return [
    { field: 'hallmark', message: `The hallmark says ${stamped}, the purity ${fineness}. Correct one.` },
  ]
}

/** Checks that a certificate has a laboratory and a number, and that the product has a stone. */
function checkCertificate(facts: JewelleryFacts): FactProblem[] {
  const { certificateLaboratory: laboratory, certificateNumber: number, stones } = facts
  if (!laboratory && !number) return []
  if (!laboratory)
    return [{ field: 'certificateLaboratory', message: 'Choose the laboratory that issued the certificate.' }]
  if (!number) return [{ field: 'certificateNumber', message: 'Enter the number of the certificate.' }]
  if (stones.length > 0) return []
  return [{ field: 'certificateNumber', message: 'Add the stone that the certificate is about.' }]
}

/**
 * Checks a stone. A weight needs a stone. A diamond is either natural or lab-grown, and must say which; zirconia is
 * always lab-grown; only pearls are cultured.
 */
function checkStone({ kind, carat, origin }: StoneFacts, field: string): FactProblem[] {
  if (kind.trim() === '')
    return [
      {
        field: `${field}.kind`,
        message: carat === null ? 'Choose the stone.' : 'Choose the stone that weighs so many carats.',
      },
    ]
  const isPearl = /pearl/i.test(kind)
  if (/diamond/i.test(kind) && origin !== 'natural' && origin !== 'lab_grown')
    return [{ field: `${field}.origin`, message: 'Say whether the diamond is natural or lab-grown.' }]
  if (/zirconia/i.test(kind) && origin === 'natural')
    return [{ field: `${field}.origin`, message: 'Cubic zirconia is never natural.' }]
  if (origin === 'cultured' && !isPearl)
    return [{ field: `${field}.origin`, message: 'Only pearls are cultured.' }]
  if (isPearl && origin === 'lab_grown')
    return [{ field: `${field}.origin`, message: 'Pearls are natural or cultured.' }]
  return []
}

/**
 * Returns the required facts that a product does not state, in order. The purity is required only of precious metals,
 * and while no metal is stated.
 */
export function listMissingFacts(required: readonly FactName[], facts: JewelleryFacts): FactName[] {
  return required.filter((name) => isMissing(name, facts))
}

function isMissing(name: FactName, facts: JewelleryFacts): boolean {
  if (name === 'purity')
    return !facts.purity && (!facts.metal || findPreciousMetal(facts.metal) !== undefined)
  if (name === 'stones') return facts.stones.length === 0
  if (name === 'nickelFree') return facts.isNickelFree === null
  if (name === 'certificate') return !facts.certificateNumber
  return facts[name] === null || facts[name] === ''
}

/**
 * Returns the stones as lists, facets and the product page name them. For example `Diamond (natural, 0.5 ct), 8 ×
 * Sapphire`.
 */
export function describeStones(stones: readonly StoneFacts[]): string | null {
  if (stones.length === 0) return null
  return stones
    .map(({ kind, count, carat, origin }) => {
      const details = [origin?.replace('_', '-'), carat === null ? undefined : `${carat} ct`]
      const about = details.filter((detail) => detail !== undefined).join(', ')
      return `${count > 1 ? `${count} × ` : ''}${kind}${about === '' ? '' : ` (${about})`}`
    })
    .join(', ')
}
