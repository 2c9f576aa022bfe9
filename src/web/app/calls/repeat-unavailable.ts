import type { RequestInitWithHeaders } from './api.ts'

/** How often a request is repeated, and the delays in milliseconds: a database takes seconds to fail over. */
const MAX_REPEATS = 3
const REPEAT_DELAY_MS = 2_000

/** The codes of a temporary 503; without a body it is from a load balancer without running processes. */
const PASSING: ReadonlySet<unknown> = new Set(['database_unavailable', 'closing', undefined])

/**
 * Repeats a request that the shop could not accept for a moment (503); returns the last response. Only reads are
 * repeated, and writes with an idempotency key, which take effect once.
 */
export async function repeatUnavailable(
  first: Response,
  path: string,
  init: RequestInitWithHeaders,
): Promise<Response> {
  if (init.method !== 'GET' && init.headers?.['idempotency-key'] === undefined) return first
  let answer = first
  for (let repeats = 0; repeats < MAX_REPEATS && (await isTransient(answer)); repeats += 1) {
    await new Promise((resolve) => setTimeout(resolve, REPEAT_DELAY_MS))
    init.signal?.throwIfAborted()
    answer = await fetch(path, init)
  }
  return answer
}

async function isTransient(answer: Response): Promise<boolean> {
  if (answer.status !== 503) return false
  const body: unknown = await answer
    .clone()
    .json()
    .catch(() => undefined)
  const code = typeof body === 'object' && body !== null && 'code' in body ? body.code : undefined
  return PASSING.has(code)
}
