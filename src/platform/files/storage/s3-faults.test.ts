import { createServer, type RequestListener } from 'node:http'
import { afterAll, afterEach, expect, test, vi } from 'vitest'
import { AppError } from '#core/errors.ts'
import { createLog, describeError } from '#platform/log.ts'
import { startS3Server } from '#tests/fakes/s3-server.ts'
import { collect } from '#tests/shop/files.ts'
import { checkRemoteFiles } from './open-files.ts'
import { s3Files } from './s3-files.ts'

const s3 = await startS3Server()
afterAll(() => s3.close())
const cleanUps: (() => unknown)[] = []
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0)) await cleanUp()
})

/** Starts an object storage with this handler; returns its settings. */
async function startStorage(answer: RequestListener) {
  const server = createServer(answer)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  cleanUps.push(() => {
    server.closeAllConnections()
    server.close()
  })
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  return { ...s3.settings, endpoint: `http://127.0.0.1:${port}` }
}

/** Returns the kind and code of the error, and the cause in the log. */
async function fail(work: Promise<unknown>): Promise<string[]> {
  const error = await work.then(
    () => undefined,
    (thrown: unknown) => thrown,
  )
  return error instanceof AppError ? [error.kind, error.code, describeError(error.cause)] : [String(error)]
}

const BYTES = Buffer.from('a label')

test('reports a wrong secret key with the request and the answer, at a call and at the start', async () => {
  const settings = { ...s3.settings, secretKey: 'another one' }
  expect(await fail(s3Files(settings).put('labels/a.pdf', BYTES, 'application/pdf'))).toEqual([
    'unavailable',
    'files_unavailable',
    expect.stringMatching(
      /answered PUT http:.*\/shop-files\/shop\/labels\/a\.pdf with 403 SignatureDoesNotMatch/,
    ),
  ])
  await expect(checkRemoteFiles(settings, createLog('silent'))).rejects.toThrow(
    /files at s3:\/\/shop-files\/shop\/ at http:.* can't be used: .*403[\s\S]*FILES_ACCESS_KEY/,
  )
})

test('reports a missing bucket as an error, not as a missing file', async () => {
  const settings = { ...s3.settings, bucket: 'no-such-bucket' }
  expect((await fail(s3Files(settings).open('labels/a.pdf')))[2]).toContain('404 NoSuchBucket')
  await expect(checkRemoteFiles(settings, createLog('silent'))).rejects.toThrow('NoSuchBucket')
})

test('the start check passes on a working storage, and leaves no files there', async () => {
  await checkRemoteFiles(s3.settings, createLog('silent'))
  expect(await collect(s3Files(s3.settings).list())).toEqual([])
})

test('retries a few times when the storage is overloaded', async () => {
  let requests = 0
  const settings = await startStorage((_request, response) => {
    requests += 1
    response.writeHead(requests % 3 === 0 ? 200 : 503).end()
  })
  await s3Files(settings).put('labels/a.pdf', BYTES, 'application/pdf')
  expect(requests).toBe(3)
  const down = await startStorage(
    (_request, response) => void response.writeHead(503).end(() => (requests += 1)),
  )
  requests = 0
  expect(await fail(s3Files(down).has('labels/a.pdf'))).toEqual([
    'unavailable',
    'files_unavailable',
    expect.stringContaining('with 503'),
  ])
  expect(requests).toBe(4)
})

test('times out on a silent storage, and starts while the storage is down', async () => {
  const silent = await startStorage(() => undefined)
  expect(await fail(s3Files(silent, 200).open('labels/a.pdf'))).toEqual([
    'unavailable',
    'files_unavailable',
    expect.stringContaining('did not answer GET'),
  ])
  const log = { ...createLog('silent'), error: vi.fn<(fields: object, message: string) => void>() }
  await checkRemoteFiles({ ...s3.settings, endpoint: 'http://127.0.0.1:1' }, log)
  expect(log.error).toHaveBeenCalledWith(
    { err: expect.any(AppError) },
    expect.stringContaining("can't be reached"),
  )
})

test('a truncated answer is an error for its reader, never a shorter file', async () => {
  const settings = await startStorage((_request, response) => {
    response.writeHead(200, { 'content-length': '100' })
    response.write('half', () => response.destroy())
  })
  await expect(collect(s3Files(settings).read('labels/a.pdf'))).rejects.toThrow(/terminated|closed/)
})

test('lists all pages of a bucket', async () => {
  const settings = await startStorage((request, response) => {
    const url = new URL(request.url ?? '', 'http://storage.test')
    const isSecond = url.searchParams.get('continuation-token') === 'a&b'
    const contents = (key: string) => `<Contents><Key>shop/${key}</Key><Size>7</Size></Contents>`
    response.end(
      isSecond
        ? `<ListBucketResult>${contents('b.pdf')}</ListBucketResult>`
        : `<ListBucketResult>${contents('a.pdf')}${contents('')}<NextContinuationToken>a&amp;b</NextContinuationToken></ListBucketResult>`,
    )
  })
  expect(await collect(s3Files(settings).list())).toEqual([
    { key: 'a.pdf', size: 7 },
    { key: 'b.pdf', size: 7 },
  ])
})
