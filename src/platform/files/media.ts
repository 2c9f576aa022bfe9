import { Hono, type Context } from 'hono'
import { notFound } from '#ground/errors.ts'
import type { Files } from './files.ts'
import { makeAvif, pictureFileKey, type PictureFormat } from './pictures.ts'

/** 200 is for thumbnails, as AVIF only: no WebP of that width is kept. */
const NAME = /^([0-9a-f]{32})-(200|400|800|1200)\.(avif|webp)$/
const AT_ONCE = 2

/**
 * Serves `{key}-{width}.{avif|webp}`, to be mounted at `/media`. Contents never change under a name, so browsers may keep them for ever. AVIF
 * is made at the first request and kept; two are made at once, and each only once however many ask. Throws
 * `picture_not_found`.
 */
export function mediaApp(files: Files): Hono {
  const encode = sharedAvif(files)
  return new Hono().get('/:name', async (context) => {
    const name = context.req.param('name')
    const [, key = '', width = '', written] = NAME.exec(name) ?? []
    if (key === '') throw notFound('picture_not_found', 'There is no such picture.')
    const etag = `"${name}"`
    if (asksFor(context, etag)) return answer(null, { etag }, 304)
    const format: PictureFormat = written === 'avif' ? 'avif' : 'webp'
    const file = await files.open(pictureFileKey(key, Number(width), format))
    if (file) return answer(file.stream, { etag, type: file.type, size: file.size })
    const made = format === 'avif' ? await encode(key, Number(width)) : undefined
    if (!made) throw notFound('picture_not_found', 'There is no such picture.')
    return answer(made, { etag, type: 'image/avif', size: made.length })
  })
}

function asksFor(context: Context, etag: string): boolean {
  return (context.req.header('if-none-match') ?? '')
    .split(/\s*,\s*/)
    .some((tag) => tag.replace(/^W\//, '') === etag)
}

function answer(
  body: ReadableStream<Uint8Array<ArrayBuffer>> | Uint8Array<ArrayBuffer> | null,
  about: { etag: string; type?: string; size?: number },
  status: 200 | 304 = 200,
): Response {
  const headers: Record<string, string> = {
    'cache-control': 'public, max-age=31536000, immutable',
    etag: about.etag,
  }
  if (about.type !== undefined) headers['content-type'] = about.type
  if (about.size !== undefined) headers['content-length'] = String(about.size)
  return new Response(body, { status, headers })
}

/** Makes AVIFs: the same one once, and few at a time, as each takes a processor for some tens of milliseconds. */
function sharedAvif(
  files: Files,
): (key: string, width: number) => Promise<Uint8Array<ArrayBuffer> | undefined> {
  const underWay = new Map<string, Promise<Uint8Array<ArrayBuffer> | undefined>>()
  const waiting: (() => void)[] = []
  let running = 0
  const inTurn = async (key: string, width: number) => {
    if (running >= AT_ONCE) await new Promise<void>((resolve) => void waiting.push(resolve))
    running += 1
    try {
      return await makeAvif(files, key, width)
    } finally {
      running -= 1
      waiting.shift()?.()
    }
  }
  return (key, width) => {
    const name = `${key}-${width}`
    const known = underWay.get(name)
    if (known) return known
    const made = inTurn(key, width).finally(() => underWay.delete(name))
    underWay.set(name, made)
    return made
  }
}
