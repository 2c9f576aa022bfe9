import { analyse } from 'chardet'

/** A guessed encoding: a certain one, or the possible ones, each with a word as it decodes it; none if unknown. */
export type EncodingGuess =
  | Readonly<{ isSure: true; encoding: string }>
  | Readonly<{ isSure: false; readings: readonly Readonly<{ encoding: string; word: string }>[] }>

/**
 * The letters beyond a to z in the spelling of languages, by single-byte encoding. A wrong decoding soon gives a word
 * with letters that no language combines: “StøíbrnÝ”, “crŽole”.
 */
const WESTERN = [
  'àâæçéèêëîïôœùûüÿñ',
  'äöüßéè',
  'áéíóúüñ',
  'ãõáâàéêíóôúüç',
  'àèéìíîòóùú',
  'éèëïöüáó',
  'åäöæøéóà',
]
const CENTRAL = [
  'áčďéěíňóřšťúůýž',
  'áäčďéíĺľňóôŕšťúýž',
  'ąćęłńóśźż',
  'áéíóöőúüű',
  'ăâîșțşţ',
  'čćđšž',
  'äöüßéè',
]
const CYRILLIC = ['абвгдеёжзийклмнопрстуфхцчшщъыьэюя', 'абвгґдеєжзиіїйклмнопрстуфхцчшщьюя']

const SINGLE_BYTE: Readonly<Record<string, readonly string[]>> = {
  'windows-1252': WESTERN,
  'windows-1250': CENTRAL,
  'iso-8859-2': CENTRAL,
  'windows-1251': CYRILLIC,
  'koi8-r': CYRILLIC,
  'windows-1254': ['çğıöşüâîûİ'],
  macintosh: WESTERN,
}

/** Chardet's names of multi-byte encodings, with the decoder for a superset of each. */
const MULTI_BYTE: Readonly<Record<string, string>> = {
  GB18030: 'gb18030',
  Big5: 'big5',
  Shift_JIS: 'shift_jis',
  'EUC-JP': 'euc-jp',
  'EUC-KR': 'euc-kr',
}

/** The smallest share of words that some language spells this way; below it an encoding is excluded. */
const MIN_SPELLED = 0.8
/** The lead in spelling score that makes an encoding certain. */
const MIN_FIT_LEAD = 0.1
/** The ratio of chardet's confidences that makes an encoding certain; chardet counts frequent letters. */
const MIN_TRUST_RATIO = 1.4
/** The fewest words for which chardet's confidence is used. */
const MIN_WORDS = 8
/** The least confidence, in percent, for which chardet's multi-byte result counts. */
const MIN_TRUST = 45

/**
 * Guesses the encoding of lines that are not UTF-8, by their words with letters beyond ASCII. The guess is certain only
 * if every other encoding decodes the words the same, or clearly worse.
 */
export function guessEncoding(lines: Uint8Array): EncodingGuess {
  const words = listWords(lines)
  const detections = analyse(lines)
  const trustedDetections = words.length < MIN_WORDS ? [] : detections
  const [best, ...others] = Object.entries(SINGLE_BYTE)
    .map(([encoding, alphabets]) => ({ encoding, ...measureSpelling(words, encoding, alphabets) }))
    .filter(({ spelled }) => spelled >= MIN_SPELLED)
    .map((candidate) => ({ ...candidate, trust: getTrust(candidate.encoding, trustedDetections) }))
    .toSorted((a, b) => scoreFit(b) - scoreFit(a) || b.trust - a.trust)
  const multiByteEncoding = detectMultiByte(lines, detections)
  if (!best)
    return multiByteEncoding ? { isSure: true, encoding: multiByteEncoding } : { isSure: false, readings: [] }
  const rivals = others.filter(
    (candidate) => !isSameReading(candidate, best) && !isClearlyWorse(candidate, best),
  )
  if (rivals.length === 0 && !multiByteEncoding)
    return { isSure: true, encoding: selectPreferredAlike([best, ...others]) }
  const at = best.readWords.findIndex((word, index) =>
    rivals.some(({ readWords }) => readWords[index] !== word),
  )
  const encodings = [best, ...rivals].map(({ encoding }) => encoding)
  const sampleWord = words[Math.max(at, 0)]
  return {
    isSure: false,
    readings: [...encodings, ...(multiByteEncoding ? [multiByteEncoding] : [])].map((encoding) => ({
      encoding,
      word: new TextDecoder(encoding).decode(sampleWord),
    })),
  }
}

/**
 * Returns, of the encodings that decode all words alike, the first in `SINGLE_BYTE`: those of Windows have more
 * characters.
 */
function selectPreferredAlike(candidates: readonly [Candidate, ...Candidate[]]): string {
  const sameReading = candidates
    .filter((candidate) => isSameReading(candidate, candidates[0]))
    .map(({ encoding }) => encoding)
  return Object.keys(SINGLE_BYTE).find((encoding) => sameReading.includes(encoding)) ?? candidates[0].encoding
}

/**
 * The words as an encoding decodes them. `spelled` is the share that some language spells this way, `inOneLanguage` the
 * share of the best language, `plain` the share with ASCII letters only, which may have signs such as typographic
 * apostrophes.
 */
type Spelling = Readonly<{
  spelled: number
  inOneLanguage: number
  plain: number
  readWords: readonly string[]
}>

type Candidate = Spelling & Readonly<{ encoding: string; trust: number }>

/** Scores how well the words are spelled; a sign in an English word is likelier than a rare letter. */
function scoreFit({ spelled, inOneLanguage, plain }: Spelling): number {
  return spelled + inOneLanguage + plain / 2
}

function isSameReading(candidate: Spelling, other: Spelling): boolean {
  return candidate.readWords.every((word, index) => word === other.readWords[index])
}

function isClearlyWorse(candidate: Candidate, best: Candidate): boolean {
  return (
    scoreFit(candidate) <= scoreFit(best) - MIN_FIT_LEAD || candidate.trust * MIN_TRUST_RATIO < best.trust
  )
}

function detectMultiByte(lines: Uint8Array, detections: ReturnType<typeof analyse>): string | undefined {
  const [first] = detections
  const encoding = first && MULTI_BYTE[first.name]
  return encoding && first.confidence >= MIN_TRUST && isReadable(lines, encoding) ? encoding : undefined
}

function isReadable(lines: Uint8Array, encoding: string): boolean {
  try {
    new TextDecoder(encoding, { fatal: true }).decode(lines)
    return true
  } catch {
    return false
  }
}

/**
 * Returns chardet's confidence in an encoding, in percent. Names of one decoder, such as ISO-8859-1 and Windows-1252,
 * count together.
 */
function getTrust(encoding: string, detections: ReturnType<typeof analyse>): number {
  const { encoding: decoder } = new TextDecoder(encoding)
  const same = detections.filter(({ name }) => toDecoderName(name) === decoder)
  return same.reduce((most, { confidence }) => Math.max(most, confidence), 0)
}

function toDecoderName(name: string): string | undefined {
  try {
    return new TextDecoder(name).encoding
  } catch {
    return undefined
  }
}

function measureSpelling(
  words: readonly Uint8Array[],
  encoding: string,
  alphabets: readonly string[],
): Spelling {
  const decoder = new TextDecoder(encoding)
  const readWords = words.map((word) => decoder.decode(word))
  const share = (candidates: readonly string[]) =>
    readWords.filter((word) => isSpelled(word, candidates)).length / Math.max(readWords.length, 1)
  const inOneLanguage = Math.max(...alphabets.map((alphabet) => share([alphabet])))
  return { readWords, spelled: share(alphabets), inOneLanguage, plain: share(['']) }
}

/**
 * Returns whether one of the languages spells a word this way. Signs are allowed around the word, apostrophes and
 * hyphens also inside.
 */
function isSpelled(word: string, alphabets: readonly string[]): boolean {
  // Box-drawing and mathematical characters are at the bytes that other encodings use for letters and dashes.
  if (/[\p{Cc}\p{Sk}\p{Lm}√≈≤≥\u2320-\u25ff\ufffd]/u.test(word)) return false
  if (/\p{Ll}\p{Lu}|\p{L}[^\p{L}\p{M}’‘®™-]\p{L}/u.test(word)) return false
  if (/[a-z]/i.test(word) && /\p{Script=Cyrillic}/u.test(word)) return false
  const letters = [...word.replaceAll(/[^\p{L}]/gu, '')].filter((letter) => letter > '\u007f')
  return alphabets.some((alphabet) =>
    letters.every((letter) => alphabet.includes(letter) || alphabet.includes(letter.toLowerCase())),
  )
}

/** Lists the distinct words that contain a byte beyond ASCII. */
function listWords(lines: Uint8Array): Uint8Array[] {
  const words = new Map<string, Uint8Array>()
  let start = 0
  for (let at = 0; at <= lines.length; at++) {
    if (isWordByte(lines[at])) continue
    const word = lines.subarray(start, at)
    if (word.some((byte) => byte > 0x7f)) words.set(Buffer.from(word).toString('latin1'), word)
    start = at + 1
  }
  return [...words.values()]
}

function isWordByte(byte: number | undefined): boolean {
  if (byte === undefined) return false
  return byte > 0x7f || (byte >= 0x41 && byte <= 0x5a) || (byte >= 0x61 && byte <= 0x7a)
}
