import { z } from 'zod'
import { AppError, unavailable } from '#core/errors.ts'
import type { Send } from '#features/identity/accounts/port.ts'

const TIMEOUT_MS = 5_000

const Failure = z.object({ error: z.object({ code: z.number(), message: z.string().default('') }) })

/** The rules for a response of the Graph API: its shape, and the codes of an invalid user token. */
export type ResponseRules<Data extends z.ZodType> = Readonly<{
  shape: Data
  badTokenCodes: readonly number[]
}>

/**
 * Calls the Graph API once. Throws `bad_credential` for the codes of `badTokenCodes`, `provider_unreachable` for all
 * other failures: outages, limits, and settings of ours that Facebook refuses.
 */
export async function callGraphApi<Data extends z.ZodType>(
  send: Send,
  url: URL,
  { shape, badTokenCodes }: ResponseRules<Data>,
): Promise<z.output<Data>> {
  const { ok, status, body } = await fetchJson(send, url)
  const parsed = shape.safeParse(body)
  if (ok && parsed.success) return parsed.data
  const failure = Failure.safeParse(body)
  if (failure.success && badTokenCodes.includes(failure.data.error.code)) throw badCredentialError()
  const description = failure.success
    ? `code ${failure.data.error.code}, ${failure.data.error.message}`
    : 'no words'
  throw providerUnreachableError(new Error(`Facebook answered ${status} with ${description}`))
}

async function fetchJson(send: Send, url: URL): Promise<{ ok: boolean; status: number; body: unknown }> {
  try {
    const response = await send(url.href, {
      headers: { accept: 'application/json' },
      redirect: 'error',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    return { ok: response.ok, status: response.status, body: await response.json().catch(() => undefined) }
  } catch (error) {
    // The URL contains secrets, and some errors contain the URL.
    throw providerUnreachableError(
      new Error(`Facebook did not answer (${error instanceof Error ? error.name : 'no error'})`),
    )
  }
}

/** Returns the error for a token that is forged, expired, or for another app. */
export function badCredentialError(): AppError {
  return new AppError('unauthenticated', 'bad_credential', 'Facebook didn’t confirm this sign-in.')
}

function providerUnreachableError(cause: Error): AppError {
  return unavailable('provider_unreachable', 'Facebook can’t be reached right now. Please try again.', cause)
}
