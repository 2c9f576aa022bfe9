import { z } from 'zod'

/** Sends a request; `fetch`, or its replacement in tests. */
export type Send = (url: string, init: RequestInit) => Promise<Response>

/** EasyPost's address, and our key. */
export type EasyPostServer = Readonly<{ send: Send; apiKey: string; baseUrl: string }>

/** A request: with a body it is a POST, without one a GET. */
export type EasyPostRequest = Readonly<{ path: string; body?: object; signal: AbortSignal }>

/** A response: its status where there is one, whether a retry may help, and its message in the log. */
export type EasyPostResponse = Readonly<{
  status: number | undefined
  isOk: boolean
  isTransient: boolean
  body: unknown
  message: string
}>

/**
 * Sends one request to EasyPost and returns the response, also a failed one. EasyPost uses HTTP Basic with the key as
 * user (docs.easypost.com).
 */
export async function sendEasyPostRequest(
  { send, apiKey, baseUrl }: EasyPostServer,
  { path, body: requestBody, signal }: EasyPostRequest,
): Promise<EasyPostResponse> {
  try {
    const response = await send(baseUrl + path, {
      method: requestBody ? 'POST' : 'GET',
      ...(requestBody ? { body: JSON.stringify(requestBody) } : {}),
      headers: {
        'content-type': 'application/json',
        authorization: `Basic ${Buffer.from(`${apiKey}:`).toString('base64')}`,
      },
      redirect: 'error',
      signal,
    })
    const { status, ok: isOk } = response
    const body: unknown = await response.json().catch(() => undefined)
    const isTransient = status === 429 || status >= 500
    return {
      status,
      isOk,
      isTransient,
      body,
      message: `EasyPost answered ${status}${toMessage(body)}`,
    }
  } catch (error) {
    const errorMessage = `EasyPost did not answer (${error instanceof Error ? error.name : 'no error'})`
    return { status: undefined, isOk: false, isTransient: true, body: undefined, message: errorMessage }
  }
}

const Failure = z.object({ error: z.object({ code: z.string(), message: z.string() }) })

/**
 * Returns whether EasyPost itself reports that the requested object does not exist. A 404 without its error body
 * comes from a proxy in between.
 */
export function isNotFound({ status, body }: EasyPostResponse): boolean {
  return status === 404 && Failure.safeParse(body).success
}

function toMessage(body: unknown): string {
  const failure = Failure.safeParse(body)
  return failure.success ? `: ${failure.data.error.code}, ${failure.data.error.message}` : ''
}
