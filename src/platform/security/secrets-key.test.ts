import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { createReusableDatabase } from '#tests/shop/database.ts'
import { checkSecretsKey } from './secrets-key.ts'

const { db, reset } = await createReusableDatabase()
const folders: string[] = []
beforeEach(reset)
afterAll(async () => void (await Promise.all(folders.map((folder) => rm(folder, { recursive: true })))))

const createFolder = async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'cabochon-key-'))
  folders.push(folder)
  return folder
}

test('processes can start repeatedly with the shop’s first key', async () => {
  const start = { dataDir: await createFolder(), secretsKey: undefined }
  await checkSecretsKey(db, start)
  await expect(checkSecretsKey(db, start)).resolves.toBeUndefined()
})

test('rejects a process with another key, and explains how to fix it', async () => {
  const [first, other] = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)]
  const dataDir = await createFolder()
  await checkSecretsKey(db, { dataDir, secretsKey: first })
  await expect(checkSecretsKey(db, { dataDir, secretsKey: other })).rejects.toThrow(
    /The key in SECRETS_KEY is not the one[\s\S]*Give every process of the shop the same SECRETS_KEY/,
  )
  // A second machine without the setting creates another key.
  await expect(checkSecretsKey(db, { dataDir, secretsKey: undefined })).rejects.toThrow(
    /secrets\.key is not the one/,
  )
  await checkSecretsKey(db, { dataDir, secretsKey: first })
})

test('rejects one of two processes that start at once with different keys', async () => {
  const keys = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)]
  const starts = await Promise.allSettled(
    keys.map((secretsKey) => checkSecretsKey(db, { dataDir: '', secretsKey })),
  )
  expect(starts.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
})
