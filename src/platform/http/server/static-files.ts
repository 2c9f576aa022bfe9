import { negotiateEncoding, type Encoding } from './accepted-encoding.ts'
import { NO_CONTENT_POLICY, SECURITY_HEADERS } from './security-headers.ts'
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import path from 'node:path'

/** Serves files to GET and HEAD requests; `serve` returns false, and writes nothing, when the path is none of them. */
export type StaticFiles = Readonly<{ serve(request: IncomingMessage, response: ServerResponse): boolean }>

type StaticFile = Readonly<{
  bodies: Partial<Record<Encoding, Buffer>>
  identity: Buffer
  headers: Record<string, string>
}>

const TYPES: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.json': 'application/json',
  '.woff2': 'font/woff2',
  '.avif': 'image/avif',
  '.webp': 'image/webp',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.ico': 'image/x-icon',
  '.webmanifest': 'application/manifest+json',
  '.vtt': 'text/vtt; charset=utf-8',
  '.mp4': 'video/mp4',
}

/** The files served by ranges: players seek, and Safari requires ranges. */
const RANGE_EXTENSIONS = new Set(['.mp4'])

/** The files by which browsers detect a new version: they request them each time. */
const REVALIDATED_PATHS = new Set(['/sw.js', '/manifest.webmanifest'])

/**
 * Caches all files below `folder` in memory, with their `.br` and `.gz` variants, and serves them. Those under
 * `/assets/` have hashed names and are cached forever; the others, pictures that rarely change, are revalidated after
 * a week. `aliases` maps addresses to the files of other ones.
 */
export function createStaticFiles(
  folder: string,
  aliases: Readonly<Record<string, string>> = {},
): StaticFiles {
  const files = readFolder(folder)
  for (const [address, target] of Object.entries(aliases)) {
    const file = files.get(target)
    if (file) files.set(address, { ...file, headers: { ...file.headers, 'cache-control': 'no-cache' } })
  }
  return {
    serve(request, response) {
      const file = files.get(getPath(request.url ?? ''))
      if (!file) return false
      sendFile(file, request, response)
      return true
    },
  }
}

function readFolder(folder: string): Map<string, StaticFile> {
  const names = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name))
  const fileNames = new Set(names)
  const served = names.filter(
    (name) => TYPES[path.extname(name)] && !path.relative(folder, name).startsWith('.'),
  )
  return new Map(
    served.map((name) => {
      const url = `/${path.relative(folder, name).split(path.sep).join('/')}`
      return [url, readStaticFile(name, url, fileNames)]
    }),
  )
}

function readStaticFile(name: string, url: string, fileNames: ReadonlySet<string>): StaticFile {
  const identity = readFileSync(name)
  const supportsRanges = RANGE_EXTENSIONS.has(path.extname(name))
  const tag = `"${createHash('sha256').update(identity).digest('base64url').slice(0, 22)}"`
  return {
    identity,
    bodies: {
      ...(fileNames.has(`${name}.br`) ? { br: readFileSync(`${name}.br`) } : {}),
      ...(fileNames.has(`${name}.gz`) ? { gzip: readFileSync(`${name}.gz`) } : {}),
    },
    headers: {
      'content-type': TYPES[path.extname(name)] ?? 'application/octet-stream',
      'cache-control': getCacheControl(url),
      // Only a strong entity tag guarantees that ranges belong together.
      etag: supportsRanges ? tag : `W/${tag}`,
      ...SECURITY_HEADERS,
      'content-security-policy': getContentPolicy(url),
      ...(supportsRanges ? { 'accept-ranges': 'bytes' } : { vary: 'accept-encoding' }),
    },
  }
}

/**
 * Returns the content policy of a file. Files load nothing, except that a worker calls the shop under the policy it
 * came with, and a video opened in its own tab plays.
 */
function getContentPolicy(url: string): string {
  if (WORKERS.has(url)) return `default-src 'none'; connect-src 'self'; ${NO_FRAME_POLICY}`
  return RANGE_EXTENSIONS.has(path.extname(url))
    ? `default-src 'none'; media-src 'self'; ${NO_FRAME_POLICY}`
    : NO_CONTENT_POLICY
}

const WORKERS = new Set(['/sw.js', '/sw-off.js'])
const NO_FRAME_POLICY = "frame-ancestors 'none'"

function getCacheControl(url: string): string {
  if (url.startsWith('/assets/')) return 'public, max-age=31536000, immutable'
  return REVALIDATED_PATHS.has(url) ? 'no-cache' : 'public, max-age=604800'
}

function sendFile(file: StaticFile, request: IncomingMessage, response: ServerResponse): void {
  if (request.headers['if-none-match'] === file.headers['etag']) {
    response.writeHead(304, file.headers).end()
    return
  }
  if (file.headers['accept-ranges'] && sendRange(file, request, response)) return
  const encoding = negotiateEncoding(request.headers['accept-encoding'])
  const body = (encoding && file.bodies[encoding]) ?? file.identity
  response.writeHead(200, {
    ...file.headers,
    ...(encoding && file.bodies[encoding] ? { 'content-encoding': encoding } : {}),
    'content-length': body.length,
  })
  response.end(request.method === 'HEAD' ? undefined : body)
}

/** Sends the requested range; false when it is the whole file, or belongs to an older version. */
function sendRange(
  { identity, headers }: StaticFile,
  request: IncomingMessage,
  response: ServerResponse,
): boolean {
  const { range: rangeHeader, 'if-range': ifRange } = request.headers
  const range = parseByteRange(rangeHeader, identity.length)
  if (!range || request.method === 'HEAD' || (ifRange !== undefined && ifRange !== headers['etag']))
    return false
  if (range === 'unsatisfiable') {
    response.writeHead(416, { ...headers, 'content-range': `bytes */${identity.length}` }).end()
    return true
  }
  const body = identity.subarray(range.first, range.last + 1)
  response.writeHead(206, {
    ...headers,
    'content-range': `bytes ${range.first}-${range.last}/${identity.length}`,
    'content-length': body.length,
  })
  response.end(body)
  return true
}

function getPath(url: string): string {
  const queryStart = url.indexOf('?')
  return queryStart === -1 ? url : url.slice(0, queryStart)
}

/** The first and the last requested byte, from 0. */
type ByteRange = Readonly<{ first: number; last: number }>

/**
 * Returns the requested range of `size` bytes by a `Range` header (RFC 9110, 14.2). It is undefined when the whole
 * file is sent, also for several ranges at once, which players never request; 'unsatisfiable' when the range is
 * outside the file.
 */
function parseByteRange(header: string | undefined, size: number): ByteRange | 'unsatisfiable' | undefined {
  const [, from = '', to = ''] = /^bytes=(\d*)-(\d*)$/.exec(header?.trim() ?? '') ?? []
  if (from === '' && to === '') return undefined
  if (from === '')
    return Number(to) === 0 ? 'unsatisfiable' : { first: Math.max(size - Number(to), 0), last: size - 1 }
  const [first, last] = [Number(from), to === '' ? size - 1 : Math.min(Number(to), size - 1)]
  if (to !== '' && Number(to) < first) return undefined
  return first < size ? { first, last } : 'unsatisfiable'
}
