import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import S3rver from '@20minutes/s3rver'
import type { S3Settings } from '#platform/config/files-settings.ts'

/** An object storage on this machine: settings that open it, the same as `FILES_…` settings, and its end. */
export type S3Server = Readonly<{
  settings: S3Settings
  environment: Readonly<Record<string, string>>
  close(): Promise<void>
}>

/** Starts an object storage with an empty bucket on a free port. */
export async function startS3Server(): Promise<S3Server> {
  const directory = await mkdtemp(path.join(tmpdir(), 's3-'))
  const server = new S3rver({
    address: '127.0.0.1',
    port: 0,
    directory,
    silent: true,
    vhostBuckets: false,
    configureBuckets: [{ name: 'shop-files' }],
  })
  const { port } = await server.run()
  const endpoint = `http://127.0.0.1:${port}`
  return {
    settings: {
      bucket: 'shop-files',
      prefix: 'shop/',
      endpoint,
      region: 'us-east-1',
      isPathStyle: true,
      accessKey: 'S3RVER',
      secretKey: 'S3RVER',
    },
    environment: {
      FILES_URL: `s3://shop-files/shop?endpoint=${endpoint}&path-style=1`,
      FILES_ACCESS_KEY: 'S3RVER',
      FILES_SECRET_KEY: 'S3RVER',
    },
    close: async () => {
      await server.close()
      await rm(directory, { recursive: true, force: true })
    },
  }
}
