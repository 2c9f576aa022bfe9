import type { Server } from 'node:http'

/** How often a closing server looks for connections that have nothing left to say. */
const POLL_MS = 100

/**
 * Accepts no more connections and lets requests in flight finish, at most `graceMs`; then it closes the rest. A connection
 * that is kept open for further requests ends with the answer it is waiting for.
 */
export function closeServer(server: Server, graceMs: number): Promise<void> {
  return new Promise((resolve) => {
    const force = setTimeout(() => server.closeAllConnections(), graceMs)
    // What was busy when the closing began is idle only after its answer.
    const pollTimer = setInterval(() => server.closeIdleConnections(), POLL_MS)
    server.close(() => {
      clearTimeout(force)
      clearInterval(pollTimer)
      resolve()
    })
    server.closeIdleConnections()
  })
}
