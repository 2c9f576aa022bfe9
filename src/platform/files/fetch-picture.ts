import type { IncomingMessage, RequestOptions } from 'node:http'
import { request as httpRequest } from 'node:http'
import { request as httpsRequest } from 'node:https'
import { isIP } from 'node:net'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { AppError, invalid, unavailable } from '#core/errors.ts'
import { createCheckedLookup, PUBLIC_INTERNET, type NetworkPolicy } from './network-policy.ts'

/**
 * Returns the bytes of a picture at a URL. Throws `invalid` when a retry is useless, `unavailable` when it may help.
 */
export type PictureFetcher = (url: string) => Promise<Uint8Array>

/** The limits of a fetch; `isAllowed` decides which addresses it may connect to. */
export type FetchLimits = Readonly<{ timeoutMs: number; maxBytes: number; maxRedirects: number }> &
  NetworkPolicy

const DEFAULTS: FetchLimits = {
  timeoutMs: 15_000,
  maxBytes: 10_000_000,
  maxRedirects: 3,
  ...PUBLIC_INTERNET,
}

/**
 * Returns a function that fetches pictures from the public internet only. It accepts http and https, checks every
 * address of the host and connects to a checked one (so that a changed DNS entry has no effect), checks each redirect
 * again, and limits time and size.
 */
export function createPictureFetcher(limits: Partial<FetchLimits> = {}): PictureFetcher {
  const effectiveLimits = { ...DEFAULTS, ...limits }
  return async (url) => {
    const signal = AbortSignal.timeout(effectiveLimits.timeoutMs)
    let next = url
    for (let redirects = 0; redirects <= effectiveLimits.maxRedirects; redirects += 1) {
      const result = await fetchOnce(requireAllowedUrl(next, effectiveLimits), effectiveLimits, signal)
      if (typeof result !== 'string') return result
      next = URL.parse(result, next)?.href ?? result
    }
    throw invalid(
      'picture_redirects',
      `The picture was redirected more than ${effectiveLimits.maxRedirects} times.`,
    )
  }
}

/**
 * Returns a function that fetches pictures of one host from a folder, and others by `next`. The file name is the last
 * part of the picture's URL.
 */
export function createLocalPictureFetcher(
  folder: string,
  host: string,
  next: PictureFetcher,
): PictureFetcher {
  return async (url) => {
    const parsed = URL.parse(url)
    if (parsed?.hostname !== host) return next(url)
    const name = path.posix.basename(decodePath(parsed.pathname))
    if (!/^[\w-][\w.-]*$/.test(name)) throw invalid('picture_missing', `There is no picture named ${name}.`)
    return readFile(path.join(folder, name)).catch(() => {
      throw invalid('picture_missing', `There is no picture named ${name}.`)
    })
  }
}

/** Decodes a path; one with an invalid encoding is returned unchanged, as no picture has such a name. */
function decodePath(pathname: string): string {
  try {
    return decodeURIComponent(pathname)
  } catch {
    return pathname
  }
}

function requireAllowedUrl(text: string, limits: FetchLimits): URL {
  const url = URL.parse(text)
  if (!url || (url.protocol !== 'http:' && url.protocol !== 'https:')) {
    throw invalid('picture_address', 'Only http and https addresses are fetched.')
  }
  if (url.username || url.password)
    throw invalid('picture_address', 'The address contains a password. Remove it.')
  const host = url.hostname.replace(/^\[|\]$/g, '')
  // Node connects to an IP address without a lookup, so it is checked here.
  if (isIP(host) && !limits.isAllowed(host)) throw notPublicError(host)
  return url
}

/** Returns the bytes of a picture, or the URL of a redirect. */
async function fetchOnce(url: URL, limits: FetchLimits, signal: AbortSignal): Promise<Uint8Array | string> {
  try {
    const response = await sendRequest(url, limits, signal)
    const { statusCode = 0, headers } = response
    if ([301, 302, 303, 307, 308].includes(statusCode) && headers.location) {
      response.destroy()
      return headers.location
    }
    if (statusCode !== 200) {
      response.destroy()
      throw statusCode >= 500 || statusCode === 429 || statusCode === 408
        ? unavailable('picture_unavailable', `The server answered ${statusCode}.`)
        : invalid('picture_missing', `The server answered ${statusCode}.`)
    }
    return await readBody(response, limits)
  } catch (error) {
    if (error instanceof AppError) throw error
    if (signal.aborted)
      throw unavailable('picture_unavailable', `No answer within ${limits.timeoutMs / 1_000} seconds.`, error)
    throw unavailable('picture_unavailable', `The server cannot be reached: ${toMessage(error)}`, error)
  }
}

function sendRequest(url: URL, limits: FetchLimits, signal: AbortSignal): Promise<IncomingMessage> {
  const options: RequestOptions = {
    signal,
    agent: false,
    headers: {
      accept: 'image/avif,image/webp,image/*',
      'accept-encoding': 'identity',
      'user-agent': 'Cabochon',
    },
    lookup: createCheckedLookup(limits, notPublicError),
  }
  return new Promise((resolve, reject) => {
    const request =
      url.protocol === 'https:' ? httpsRequest(url, options, resolve) : httpRequest(url, options, resolve)
    request.on('error', reject)
    request.end()
  })
}

async function readBody(response: IncomingMessage, limits: FetchLimits): Promise<Uint8Array> {
  const tooLargeError = () =>
    invalid('picture_too_large', `The picture is larger than ${limits.maxBytes / 1_000_000} MB.`)
  if (Number(response.headers['content-length'] ?? 0) > limits.maxBytes) {
    response.destroy()
    throw tooLargeError()
  }
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of response) {
    const bytes: Uint8Array = chunk
    size += bytes.length
    if (size > limits.maxBytes) throw tooLargeError()
    chunks.push(bytes)
  }
  return Buffer.concat(chunks)
}

function notPublicError(host: string): AppError {
  return invalid('picture_not_public', `${host} is not on the open internet.`)
}

function toMessage(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
