import { randomInt } from 'node:crypto'
import { createServer } from 'node:net'

// Systems take the ports of outgoing connections from here on (Linux from 32768, others from 49152).
const FIRST_EPHEMERAL_PORT = 32_768
const FIRST_PORT = 20_000

/**
 * Returns a port of 127.0.0.1 at which nothing listens; undefined when there is none. It is below the ports of outgoing
 * connections, so that none of them has taken it when a server that was down comes back to it.
 */
export async function findFreePort(): Promise<number | undefined> {
  for (let attempt = 0; attempt < 20; attempt += 1) {
    const port = await tryPort(randomInt(FIRST_PORT, FIRST_EPHEMERAL_PORT))
    if (port) return port
  }
  return tryPort(0)
}

/** Returns `preferredPort` if nothing listens at it on 127.0.0.1, else undefined; for 0, any free port. */
export function tryPort(preferredPort: number): Promise<number | undefined> {
  return new Promise((resolve) => {
    const probe = createServer()
    probe.once('error', () => resolve(undefined))
    probe.listen(preferredPort, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() => resolve(typeof address === 'object' && address ? address.port : undefined))
    })
  })
}
