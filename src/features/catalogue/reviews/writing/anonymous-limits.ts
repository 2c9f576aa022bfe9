import { AppError } from '#core/errors.ts'
import { HOUR } from '#core/time.ts'
import type { RequestContext } from '#platform/http/calls/route.ts'

const DAY = 24 * HOUR

/** What one address may write without an account, and of one piece; and how many a piece takes from everywhere (ROLE-07). */
const LIMITS = {
  client: { calls: 5, windowMs: HOUR },
  clientOfPiece: { calls: 1, windowMs: DAY },
  piece: { calls: 20, windowMs: DAY },
} as const

/** Counts a review that nobody signed. Throws `too_many_requests`, saying that an account is the way round. */
export async function countAnonymous(count: RequestContext['count'], productId: string): Promise<void> {
  try {
    await count('anonymous reviews', LIMITS.client)
    await count(`anonymous reviews of ${productId}`, LIMITS.clientOfPiece)
    await count('anonymous reviews of a piece', LIMITS.piece, productId)
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'too_many_requests') throw error
    const { kind, code, details } = error
    throw new AppError(
      kind,
      code,
      'Only so many reviews are taken without an account. Please sign in, or try again later.',
      {
        cause: error,
        ...(details ? { details } : {}),
      },
    )
  }
}
