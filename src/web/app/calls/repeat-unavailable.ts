import type { RequestInitWithHeaders } from './api.ts'

/** How often a request is repeated, and after how many milliseconds each time: a database takes seconds to fail over. */
const MAX_REPEATS = 3
const REPEAT_DELAY_MS = 2_000

/** The codes of a 503 that ends by itself; without a body it is the load balancer's, whose processes are away. */
const PASSING: ReadonlySet<unknown> = new Set(['database_unavailable', 'closing', undefined])

/**
 * Repeats a request that the shop could not take for a moment (503); returns the last answer. Only reads are repeated,
 * and writes with an idempotency key, which count once however often they are sent.
 */
export async function repeatUnavailable(
  first: Response,
  path: string,
  init: RequestInitWithHeaders,
): Promise<Response> {
  if (init.method !== 'GET' && init.headers?.['idempotency-key'] === undefined) return first
  let answer = first
  for (let repeats = 0; repeats < MAX_REPEATS && (await isPassing(answer)); repeats += 1) {
    await new Promise((resolve) => setTimeout(resolve, REPEAT_DELAY_MS))
    init.signal?.throwIfAborted()
    answer = await fetch(path, init)
  }
  return answer
}

async function isPassing(answer: Response): Promise<boolean> {
  if (answer.status !== 503) return false
  const body: unknown = await answer
    .clone()
    .json()
    .catch(() => undefined)
  const code = typeof body === 'object' && body !== null && 'code' in body ? body.code : undefined
  return PASSING.has(code)
}
