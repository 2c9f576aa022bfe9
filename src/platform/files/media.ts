import { Hono, type Context } from 'hono'
import { notFound } from '#core/errors.ts'
import type { Files } from './files.ts'
import { createAvif, getPictureFileKey, getSocialFileKey } from './pictures.ts'
import { createSocialPicture } from './social-picture.ts'

/** 200 is for thumbnails, as AVIF only: no WebP of that width is stored. */
const NAME = /^([0-9a-f]{32})-(?:(200|400|800|1200)\.(avif|webp)|social\.jpg)$/
const MAX_CONCURRENT_RENDERS = 2

type Bytes = Uint8Array<ArrayBuffer>

/** A file of a picture: its storage key, and how it is rendered at the first request. */
type MediaFile = Readonly<{ file: string; type: string; make?: () => Promise<Bytes | undefined> }>

/**
 * Serves `{key}-{width}.{avif|webp}`, to be mounted at `/media`, and `{key}-social.jpg` for other sites. The content
 * under a name never changes, so browsers cache it forever. All formats but WebP are rendered at the first request
 * and stored, two at a time, and each once for concurrent requests. Throws `picture_not_found`.
 */
export function mediaApp(files: Files): Hono {
  const renderOnce = createRenderPool()
  return new Hono().get('/:name', async (context) => {
    const name = context.req.param('name')
    const mediaFile = readName(files, name)
    if (!mediaFile) throw notFound('picture_not_found', 'This picture doesn\u2019t exist.')
    const etag = `"${name}"`
    if (hasMatchingEtag(context, etag)) return toResponse(null, { etag }, 304)
    const file = await files.open(mediaFile.file)
    if (file) return toResponse(file.stream, { etag, type: file.type, size: file.size })
    const rendered = mediaFile.make && (await renderOnce(mediaFile.file, mediaFile.make))
    if (!rendered) throw notFound('picture_not_found', 'This picture doesn\u2019t exist.')
    return toResponse(rendered, { etag, type: mediaFile.type, size: rendered.length })
  })
}

function readName(files: Files, name: string): MediaFile | undefined {
  const [, key, width, format] = NAME.exec(name) ?? []
  if (key === undefined) return undefined
  if (width === undefined)
    return { file: getSocialFileKey(key), type: 'image/jpeg', make: () => createSocialPicture(files, key) }
  if (format === 'webp') return { file: getPictureFileKey(key, Number(width), 'webp'), type: 'image/webp' }
  return {
    file: getPictureFileKey(key, Number(width), 'avif'),
    type: 'image/avif',
    make: () => createAvif(files, key, Number(width)),
  }
}

function hasMatchingEtag(context: Context, etag: string): boolean {
  return (context.req.header('if-none-match') ?? '')
    .split(/\s*,\s*/)
    .some((tag) => tag.replace(/^W\//, '') === etag)
}

function toResponse(
  body: ReadableStream<Bytes> | Bytes | null,
  meta: { etag: string; type?: string; size?: number },
  status: 200 | 304 = 200,
): Response {
  const headers: Record<string, string> = {
    'cache-control': 'public, max-age=31536000, immutable',
    etag: meta.etag,
  }
  if (meta.type !== undefined) headers['content-type'] = meta.type
  if (meta.size !== undefined) headers['content-length'] = String(meta.size)
  return new Response(body, { status, headers })
}

/**
 * Returns a pool that renders files. Concurrent requests for a file share one rendering, and few run at a time, as
 * each takes a CPU for tens of milliseconds.
 */
function createRenderPool(): (
  file: string,
  render: () => Promise<Bytes | undefined>,
) => Promise<Bytes | undefined> {
  const inFlight = new Map<string, Promise<Bytes | undefined>>()
  const queue: (() => void)[] = []
  let activeCount = 0
  const limitConcurrency = async (render: () => Promise<Bytes | undefined>) => {
    if (activeCount >= MAX_CONCURRENT_RENDERS) await new Promise<void>((resolve) => void queue.push(resolve))
    activeCount += 1
    try {
      return await render()
    } finally {
      activeCount -= 1
      queue.shift()?.()
    }
  }
  return (file, render) => {
    const existing = inFlight.get(file)
    if (existing) return existing
    const rendering = limitConcurrency(render).finally(() => inFlight.delete(file))
    inFlight.set(file, rendering)
    return rendering
  }
}
