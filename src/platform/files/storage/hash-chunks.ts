import { createHash } from 'node:crypto'

/** Returns the SHA-256 of a stream of bytes, in hex. */
export async function hashChunks(chunks: AsyncIterable<Uint8Array>): Promise<string> {
  const hash = createHash('sha256')
  for await (const chunk of chunks) hash.update(chunk)
  return hash.digest('hex')
}
