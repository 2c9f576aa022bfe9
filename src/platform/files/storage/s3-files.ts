import { createHash, randomUUID } from 'node:crypto'
import { createWriteStream, openAsBlob } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { S3Settings } from '#platform/config/files-settings.ts'
import { isFileKey, type ListedFile, requireValidKey, type Files } from '../files.ts'
import { hashChunks } from './hash-chunks.ts'
import { getMediaType } from './local-files.ts'
import { createS3Client, type S3Send } from './s3-client.ts'

const PUT_TIMEOUT_MS = 30_000
/**
 * The time limit of writing in chunks, in milliseconds: such files are large, suppliers' exports of some hundred
 * megabytes.
 */
const WRITE_TIMEOUT_MS = 300_000

/**
 * Returns files in object storage that speaks S3 (AWS, Garage, SeaweedFS, Ceph): PUT, GET, HEAD, DELETE and
 * ListObjectsV2. The storage verifies each PUT by the SHA-256 of its bytes, which is stored with them. Calls throw
 * `files_unavailable` when the storage refuses or does not respond within `maxTimeoutMs`.
 */
export function s3Files(settings: S3Settings, maxTimeoutMs?: number): Files {
  const send = createS3Client(settings, maxTimeoutMs)
  const get = (method: 'GET' | 'HEAD', key: string) => send({ method, key: requireValidKey(key) })
  const put = (key: string, body: S3Body) =>
    send({
      method: 'PUT',
      key: requireValidKey(key),
      headers: {
        'content-type': body.type,
        'x-amz-content-sha256': body.sha256,
        'x-amz-meta-sha256': body.sha256,
      },
      body: body.bytes,
      timeoutMs: body.timeoutMs,
    })
  async function* read(key: string): AsyncIterable<Uint8Array> {
    const answer = await get('GET', key)
    if (!answer?.body) throw new Error(`There is no file ${key} in object storage.`)
    yield* answer.body
  }
  return {
    async put(key, bytes, type) {
      const sha256 = createHash('sha256').update(bytes).digest('hex')
      await put(key, { bytes: Uint8Array.from(bytes), sha256, type, timeoutMs: PUT_TIMEOUT_MS })
    },
    write: (key, chunks) =>
      withTemporaryFile(chunks, async ({ bytes, sha256 }) => {
        await put(key, { bytes, sha256, type: getMediaType(key), timeoutMs: WRITE_TIMEOUT_MS })
      }),
    read,
    async open(key) {
      const answer = await get('GET', key)
      if (!answer?.body) return undefined
      return {
        stream: answer.body,
        size: Number(answer.headers.get('content-length')),
        type: getMediaType(key),
      }
    },
    has: async (key) => (await get('HEAD', key)) !== undefined,
    remove: async (key) => void (await send({ method: 'DELETE', key: requireValidKey(key) })),
    async hash(key) {
      const answer = await get('HEAD', key)
      // Files written by other programs have no stored hash.
      return answer && (answer.headers.get('x-amz-meta-sha256') ?? hashChunks(read(key)))
    },
    list: () => listBucket(send, settings.prefix),
  }
}

type S3Body = Readonly<{
  bytes: Uint8Array<ArrayBuffer> | Blob
  sha256: string
  type: string
  timeoutMs: number
}>

/** Stores a stream in a temporary file, because a PUT must state size and hash before its first byte. */
async function withTemporaryFile(
  chunks: AsyncIterable<Uint8Array>,
  work: (file: Readonly<{ bytes: Blob; sha256: string }>) => Promise<void>,
): Promise<void> {
  const file = path.join(tmpdir(), `cabochon-upload-${randomUUID()}`)
  const hash = createHash('sha256')
  const measure = new Transform({
    transform(chunk: Uint8Array, _encoding, done) {
      hash.update(chunk)
      done(null, chunk)
    },
  })
  try {
    await pipeline(chunks, measure, createWriteStream(file, { flags: 'wx', mode: 0o600 }))
    await work({ bytes: await openAsBlob(file), sha256: hash.digest('hex') })
  } finally {
    await rm(file, { force: true })
  }
}

/** Lists the objects below a prefix, a thousand per request. */
async function* listBucket(send: S3Send, prefix: string): AsyncIterable<ListedFile> {
  let token: string | undefined
  do {
    const page = await send({
      method: 'GET',
      key: '',
      query: { 'list-type': '2', prefix, ...(token === undefined ? {} : { 'continuation-token': token }) },
    })
    const text = page ? await page.text() : ''
    for (const [, entry = ''] of text.matchAll(/<Contents>([\s\S]*?)<\/Contents>/g)) {
      const key = readElement(entry, 'Key')?.slice(prefix.length) ?? ''
      if (isFileKey(key)) yield { key, size: Number(readElement(entry, 'Size')) }
    }
    token = readElement(text, 'NextContinuationToken')
  } while (token !== undefined)
}

/** Returns the text of an element. Keys of files contain no characters that XML escapes; tokens may. */
function readElement(xml: string, name: string): string | undefined {
  const text = new RegExp(`<${name}>([^<]*)</${name}>`).exec(xml)?.[1]
  return text
    ?.replaceAll('&quot;', '"')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&')
}
