/** The visible characters of an id: enough to find it again, and too few to guess it. */
const VISIBLE_CHARACTERS = 6

/** Returns a path for the log, in which secret ids are shortened to their beginning. */
export function maskPath(path: string): string {
  return path.replaceAll(
    /\b(pur|txn|sbx|nws|ntc|cpi|psa)_([0-9a-f]{32})/g,
    (_, kind: string, bits: string) => `${kind}_${bits.slice(0, VISIBLE_CHARACTERS)}…`,
  )
}
