/** Returns a number from 0 to just under 1 that depends on the words alone (FNV-1a, mixed once more). */
export function seededRandom(seed: string): number {
  let hash = 0x811c9dc5
  for (const byte of new TextEncoder().encode(seed)) hash = Math.imul(hash ^ byte, 0x01000193)
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d)
  return ((hash ^ (hash >>> 13)) >>> 0) / 2 ** 32
}
