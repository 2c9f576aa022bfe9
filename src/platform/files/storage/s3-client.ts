import { AwsClient } from 'aws4fetch'
import { unavailable } from '#core/errors.ts'
import type { S3Settings } from '#platform/config/files-settings.ts'

/** A request to object storage: a key below the prefix, or the bucket itself for an empty one. */
export type S3Request = Readonly<{
  method: 'GET' | 'HEAD' | 'PUT' | 'DELETE'
  key: string
  query?: Readonly<Record<string, string>>
  headers?: Readonly<Record<string, string>>
  body?: Uint8Array<ArrayBuffer> | Blob
  /** The time limit of the response, retries included, in milliseconds. */
  timeoutMs?: number
}>

/**
 * Sends a request to object storage. Returns undefined for 404, else a successful response. Throws
 * `files_unavailable` with the storage's response as its cause.
 */
export type S3Send = (request: S3Request) => Promise<Response | undefined>

/** Thrown for an unexpected response of object storage. */
export class S3Error extends Error {
  readonly status: number
  readonly code: string

  constructor(request: string, { status, code }: Readonly<{ status: number; code: string }>) {
    super(`object storage answered ${request} with ${status} ${code}`.trim())
    this.name = 'S3Error'
    this.status = status
    this.code = code
  }

  /** Whether a retry with the same settings is useless. */
  get isRefusal(): boolean {
    return this.status < 500 && this.status !== 429
  }
}

const TIMEOUT_MS = 10_000
/** The number of retries after 5xx and 429 responses, with growing delays. */
const RETRIES = 3
const FIRST_PAUSE_MS = 100

/**
 * Returns a client of the object storage of these settings, signed by AWS Signature Version 4. `maxTimeoutMs` limits
 * the time of each request.
 */
export function createS3Client(settings: S3Settings, maxTimeoutMs = Infinity): S3Send {
  const { endpoint, bucket, prefix, isPathStyle, region } = settings
  const client = new AwsClient({
    accessKeyId: settings.accessKey,
    secretAccessKey: settings.secretKey,
    service: 's3',
    region,
    retries: RETRIES,
    initRetryMs: FIRST_PAUSE_MS,
  })
  const base = new URL(endpoint)
  if (!isPathStyle) base.hostname = `${bucket}.${base.hostname}`
  return async ({ method, key, query = {}, headers = {}, body, ...options }) => {
    const timeoutMs = Math.min(options.timeoutMs ?? TIMEOUT_MS, maxTimeoutMs)
    const path = [...(isPathStyle ? [bucket] : []), ...(key === '' ? [] : [`${prefix}${key}`])]
    const url = new URL(`/${path.join('/')}`, base)
    for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value)
    const request = `${method} ${url.origin}${url.pathname}`
    const timeout = new AbortController()
    // The limit applies until the response begins: reading a large file can take longer.
    const timer = setTimeout(() => timeout.abort(), timeoutMs)
    try {
      const answer = await client.fetch(url, {
        method,
        headers,
        body: body ?? null,
        signal: timeout.signal,
      })
      if (answer.ok) return answer
      const text = await answer.text()
      if (answer.status === 404 && !/<Code>NoSuchBucket</.test(text)) return undefined
      const code = /<Code>(\w+)<\/Code>/.exec(text)?.[1] ?? ''
      throw new S3Error(request, { status: answer.status, code })
    } catch (cause) {
      throw filesUnavailable(timeout.signal.aborted ? timeoutError(request, timeoutMs) : cause)
    } finally {
      clearTimeout(timer)
    }
  }
}

function timeoutError(request: string, timeoutMs: number): Error {
  return new Error(`object storage did not answer ${request} within ${timeoutMs / 1_000} s`)
}

/** Returns the error of a call that needs an unreachable file. */
function filesUnavailable(cause: unknown): Error {
  return unavailable(
    'files_unavailable',
    'Pictures and documents can’t be reached right now. Try again in a moment.',
    cause,
  )
}
