/** The metals whose purity is stated. */
export type PreciousMetal = 'gold' | 'silver' | 'platinum' | 'palladium'

/**
 * The millesimal fineness grades of each precious metal, in parts per thousand. They are those of ISO 9202, and
 * national ones such as 333 (8 karat, Germany), 417 (10 karat, USA) and 835 (silver, Germany).
 */
export const FINENESS: Readonly<Record<PreciousMetal, readonly string[]>> = {
  gold: [
    '333',
    '375',
    '417',
    '500',
    '585',
    '625',
    '750',
    '833',
    '875',
    '900',
    '916',
    '958',
    '986',
    '990',
    '999',
  ],
  silver: ['800', '830', '833', '835', '900', '925', '935', '950', '958', '970', '980', '990', '999'],
  platinum: ['500', '585', '600', '850', '900', '950', '990', '999'],
  palladium: ['500', '950', '999'],
}

const KARATS: Readonly<Record<string, string>> = {
  '8': '333',
  '9': '375',
  '10': '417',
  '12': '500',
  '14': '585',
  '15': '625',
  '18': '750',
  '20': '833',
  '21': '875',
  '22': '916',
  '23': '958',
  '24': '999',
}

/**
 * Returns the fineness that a text states; undefined when it states none. Examples: `750`, `18K` and `18 kt gold
 * (750)`. Fractions of a thousandth are dropped: `999.9` is sold as 999.
 */
export function parseFineness(purity: string): string | undefined {
  const text = purity.toLowerCase()
  const stated = /(?<![\d.])(\d{3})(?:\.\d+)?(?![\d.])/.exec(text)?.[1]
  if (stated) return stated
  const karat = /(?<!\d)(\d{1,2}) ?(?:k|kt|ct|carat|karat)\b/.exec(text)?.[1]
  if (karat) return KARATS[karat]
  return /\bsterling\b/.test(text) ? '925' : undefined
}

/**
 * Returns the precious metal that a text names; undefined for base metals, and for gold that only plates another
 * metal.
 */
export function findPreciousMetal(metal: string): PreciousMetal | undefined {
  const text = metal
    .toLowerCase()
    .replaceAll(/\b(gold[ -])?vermeil\b|\bgold[ -](plated?|plating|filled|toned?)\b/g, '')
  if (/\bgold\b/.test(text)) return 'gold'
  if (/\bsilver\b/.test(text)) return 'silver'
  if (text.includes('platinum')) return 'platinum'
  return text.includes('palladium') ? 'palladium' : undefined
}
