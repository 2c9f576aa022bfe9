import { Hono, type Context } from 'hono'
import { notFound } from '#core/errors.ts'
import type { Files } from './files.ts'
import { makeAvif, pictureFileKey, socialFileKey } from './pictures.ts'
import { makeSocialPicture } from './social-picture.ts'

/** 200 is for thumbnails, as AVIF only: no WebP of that width is kept. */
const NAME = /^([0-9a-f]{32})-(?:(200|400|800|1200)\.(avif|webp)|social\.jpg)$/
const AT_ONCE = 2

type Bytes = Uint8Array<ArrayBuffer>

/** A file of a picture: where it is kept, and, where it is made at the first request, how and as what. */
type Asked = Readonly<{ file: string; type: string; make?: () => Promise<Bytes | undefined> }>

/**
 * Serves `{key}-{width}.{avif|webp}`, to be mounted at `/media`, and `{key}-social.jpg` for other sites. Contents never
 * change under a name, so browsers may keep them for ever. All but WebP is made at the first request and kept; two are made
 * at once, and each only once however many ask. Throws `picture_not_found`.
 */
export function mediaApp(files: Files): Hono {
  const makeShared = sharedMaking()
  return new Hono().get('/:name', async (context) => {
    const name = context.req.param('name')
    const asked = readName(files, name)
    if (!asked) throw notFound('picture_not_found', 'There is no such picture.')
    const etag = `"${name}"`
    if (asksFor(context, etag)) return answer(null, { etag }, 304)
    const file = await files.open(asked.file)
    if (file) return answer(file.stream, { etag, type: file.type, size: file.size })
    const made = asked.make && (await makeShared(asked.file, asked.make))
    if (!made) throw notFound('picture_not_found', 'There is no such picture.')
    return answer(made, { etag, type: asked.type, size: made.length })
  })
}

function readName(files: Files, name: string): Asked | undefined {
  const [, key, width, format] = NAME.exec(name) ?? []
  if (key === undefined) return undefined
  if (width === undefined)
    return { file: socialFileKey(key), type: 'image/jpeg', make: () => makeSocialPicture(files, key) }
  if (format === 'webp') return { file: pictureFileKey(key, Number(width), 'webp'), type: 'image/webp' }
  return {
    file: pictureFileKey(key, Number(width), 'avif'),
    type: 'image/avif',
    make: () => makeAvif(files, key, Number(width)),
  }
}

function asksFor(context: Context, etag: string): boolean {
  return (context.req.header('if-none-match') ?? '')
    .split(/\s*,\s*/)
    .some((tag) => tag.replace(/^W\//, '') === etag)
}

function answer(
  body: ReadableStream<Bytes> | Bytes | null,
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

/** Makes files: the same one once, and few at a time, as each takes a processor for some tens of milliseconds. */
function sharedMaking(): (
  file: string,
  make: () => Promise<Bytes | undefined>,
) => Promise<Bytes | undefined> {
  const underWay = new Map<string, Promise<Bytes | undefined>>()
  const waiting: (() => void)[] = []
  let running = 0
  const inTurn = async (make: () => Promise<Bytes | undefined>) => {
    if (running >= AT_ONCE) await new Promise<void>((resolve) => void waiting.push(resolve))
    running += 1
    try {
      return await make()
    } finally {
      running -= 1
      waiting.shift()?.()
    }
  }
  return (file, make) => {
    const known = underWay.get(file)
    if (known) return known
    const made = inTurn(make).finally(() => underWay.delete(file))
    underWay.set(file, made)
    return made
  }
}
