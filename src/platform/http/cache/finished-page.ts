import { createHash } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { Encoding } from '../server/accepted-encoding.ts'

/** A rendered page. Its compressed forms are created at the first request for them, and then cached. */
export type FinishedPage = Readonly<{
  status: number
  etag: string
  plain: PageVariant
  encoded: Partial<Record<Encoding, EncodedVariant>>
}>

/** One encoding of a page as it is sent. Headers alternate names and values, as Node accepts them. */
type PageVariant = Readonly<{ headers: readonly string[]; body: Buffer }>

type EncodedVariant = { readonly work: Promise<PageVariant>; form?: PageVariant }

const brotli = promisify(brotliCompress)
const toGzip = promisify(gzip)

const GZIP = { level: 6 }

/** Level five is smaller than gzip's best at a third of its time; a page is compressed once and sent often. */
const BROTLI = {
  params: { [constants.BROTLI_PARAM_QUALITY]: 5, [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT },
}

/** Reads a rendered page to its end and adds an entity tag. */
export async function finishPage(response: Response): Promise<FinishedPage> {
  const html = Buffer.from(await response.arrayBuffer())
  const etag = `W/"${createHash('sha256').update(html).digest('base64url').slice(0, 22)}"`
  const originalHeaders = [...response.headers].filter(([name]) => name !== 'content-length').flat()
  const headers = [...originalHeaders, 'etag', etag, 'vary', 'accept-encoding']
  return { status: response.status, etag, plain: createVariant(headers, html), encoded: {} }
}

/** Sends a finished page, or 304 to a client that has it already. */
export function sendFinishedPage(page: FinishedPage, to: Recipient): void {
  if (to.request.headers['if-none-match'] === page.etag) return sendNotModified(page, to)
  if (!to.encoding) return sendVariant(page, page.plain, to)
  const encoded = (page.encoded[to.encoding] ??= encodePage(page, to.encoding))
  if (encoded.form) return sendVariant(page, encoded.form, to)
  encoded.work.then(
    (variant) => sendVariant(page, variant, to),
    () => sendVariant(page, page.plain, to),
  )
}

/** The client of a page, and its preferred encoding. */
type Recipient = Readonly<{
  encoding: Encoding | undefined
  request: IncomingMessage
  response: ServerResponse
}>

function encodePage({ plain }: FinishedPage, encoding: Encoding): EncodedVariant {
  const compress = encoding === 'br' ? brotli(plain.body, BROTLI) : toGzip(plain.body, GZIP)
  const work = compress.then((body) => {
    const headers = plain.headers.slice(0, plain.headers.indexOf('content-length'))
    encoded.form = createVariant([...headers, 'content-encoding', encoding], body)
    return encoded.form
  })
  const encoded: EncodedVariant = { work }
  return encoded
}

function createVariant(headers: readonly string[], body: Buffer): PageVariant {
  return { headers: [...headers, 'content-length', String(body.length)], body }
}

function sendVariant({ status }: FinishedPage, variant: PageVariant, { request, response }: Recipient): void {
  if (response.destroyed) return
  response.writeHead(status, [...variant.headers])
  response.end(request.method === 'HEAD' ? undefined : variant.body)
}

function sendNotModified({ plain }: FinishedPage, { response }: Recipient): void {
  const length = plain.headers.indexOf('content-length')
  response.writeHead(304, plain.headers.slice(0, length)).end()
}
