import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { loadConfig } from '../config/config.ts'
import { createSealer } from './sealing.ts'

async function folder(): Promise<string> {
  const folderPath = await mkdtemp(path.join(tmpdir(), 'cabochon-sealing-'))
  onTestFinished(() => rm(folderPath, { recursive: true, force: true }))
  return folderPath
}

/** Node's error for a wrong tag, or the sealer's for data that it did not seal. */
const NOT_OPENED = /unable to authenticate|not a sealed secret/

test('a sealed secret can be opened again, and does not contain its plain text', async () => {
  const sealer = createSealer({ secretsKey: Buffer.alloc(32, 1), dataDir: '' })
  const [one, other] = [await sealer.seal('shpat_secret', 'a'), await sealer.seal('shpat_secret', 'a')]
  expect(one.toString('latin1')).not.toContain('secret')
  expect(one.equals(other)).toBe(false)
  expect(await sealer.open(one, 'a')).toBe('shpat_secret')
  expect(await sealer.open(await sealer.seal('', 'a'), 'a')).toBe('')
})

test('does not open a secret of another context, with a changed byte or sealed with another key', async () => {
  const sealer = createSealer({ secretsKey: Buffer.alloc(32, 1), dataDir: '' })
  const sealed = await sealer.seal('shpat_secret', 'a')
  await expect(sealer.open(sealed, 'b')).rejects.toThrow(NOT_OPENED)
  for (let at = 0; at < sealed.length; at += 1) {
    const changed = Buffer.from(sealed)
    changed[at] = (changed[at] ?? 0) ^ 1
    await expect(sealer.open(changed, 'a')).rejects.toThrow(NOT_OPENED)
  }
  for (let length = 0; length < sealed.length; length += 1)
    await expect(sealer.open(sealed.subarray(0, length), 'a')).rejects.toThrow(NOT_OPENED)
  const another = createSealer({ secretsKey: Buffer.alloc(32, 2), dataDir: '' })
  await expect(another.open(sealed, 'a')).rejects.toThrow(NOT_OPENED)
})

test('creates one key, readable by its owner only, also for concurrent callers', async () => {
  const dataDir = path.join(await folder(), 'data')
  const sealers = Array.from({ length: 5 }, () => createSealer({ secretsKey: undefined, dataDir }))
  const sealed = await Promise.all(sealers.map((sealer) => sealer.seal('one secret', 'a')))
  const restarted = createSealer({ secretsKey: undefined, dataDir })
  for (const each of sealed) expect(await restarted.open(each, 'a')).toBe('one secret')
  expect(await readdir(dataDir)).toEqual(['secrets.key'])
  expect((await stat(path.join(dataDir, 'secrets.key'))).mode & 0o777).toBe(0o600)
  expect(Buffer.from(await readFile(path.join(dataDir, 'secrets.key'), 'utf8'), 'base64')).toHaveLength(32)
})

test('accepts a key of 32 bytes as a setting', () => {
  const key = Buffer.alloc(32, 9)
  expect(loadConfig({ SECRETS_KEY: key.toString('base64') }).secretsKey).toEqual(key)
  expect(() => loadConfig({ SECRETS_KEY: 'c2hvcnQ=' })).toThrow(/SECRETS_KEY: must be 32 bytes/)
})

test('STORE_HOSTS accepts host names with or without a port', () => {
  expect(loadConfig({ STORE_HOSTS: 'Shop.lan, 192.168.1.10:8443,[::1]:80' }).storeHosts).toEqual([
    'shop.lan',
    '192.168.1.10:8443',
    '[::1]:80',
  ])
  expect(loadConfig({}).storeHosts).toEqual([])
  expect(loadConfig({})).toMatchObject({ storeTimeoutMs: 15_000 })
  expect(() => loadConfig({ STORE_TIMEOUT_SECONDS: '0' })).toThrow(
    /STORE_TIMEOUT_SECONDS: must be 0.05 or more/,
  )
  for (const invalidHost of ['*.lan', 'http://shop.lan', '10.0.0.0/8', 'shop.lan,'])
    expect(() => loadConfig({ STORE_HOSTS: invalidHost })).toThrow(/STORE_HOSTS: must be hosts/)
})

test('rejects fake stores in production', () => {
  const fakeStores = { FAKE_STORES_URL: 'http://127.0.0.1:9' }
  expect(() => loadConfig({ ...fakeStores, NODE_ENV: 'production' })).toThrow(
    /FAKE_STORES_URL: is for tests only and not allowed in production/,
  )
  expect(loadConfig(fakeStores).fakeStoresUrl).toBe('http://127.0.0.1:9')
})
