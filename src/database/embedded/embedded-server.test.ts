import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { Client } from 'pg'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { type EmbeddedServer, openEmbedded } from './embedded-server.ts'
import { isRunning } from './process-state.ts'

const settings = { shared_buffers: '16MB', max_connections: '20', fsync: 'off' }
const pollOptions = { timeout: 90_000, interval: 20 }
const cleanUps: (() => Promise<void> | void)[] = []

afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).toReversed()) await cleanUp()
})

function newFolder(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'cabochon-embedded-'))
  cleanUps.push(() => rmSync(folder, { recursive: true, force: true }))
  return path.join(folder, 'postgres')
}

const preparedFolder = path.join(mkdtempSync(path.join(tmpdir(), 'cabochon-embedded-')), 'postgres')

beforeAll(async () => {
  const server = await openEmbedded({ folder: preparedFolder, settings, log: () => undefined })
  await server.close()
})

afterAll(() => rmSync(path.dirname(preparedFolder), { recursive: true, force: true }))

/** Copies a folder with a prepared database, as creating one takes a second of CPU time. */
function newPreparedFolder(): string {
  const folder = newFolder()
  // Keeps the owner of the files, which Node's own copy does not.
  execFileSync('cp', ['-a', preparedFolder, folder])
  return folder
}

async function open(folder: string, lines: string[] = []): Promise<EmbeddedServer> {
  const server = await openEmbedded({ folder, settings, log: (line) => void lines.push(line) })
  cleanUps.push(() => server.close())
  return server
}

async function query(url: string, text: string): Promise<unknown> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 5_000 })
  client.on('error', () => undefined)
  try {
    await client.connect()
    const { rows } = await client.query({ text, rowMode: 'array' })
    return rows[0]?.[0]
  } finally {
    await client.end()
  }
}

function getPostmasterPid(folder: string): number {
  return Number(readFileSync(path.join(folder, 'cluster', 'postmaster.pid'), 'utf8').split('\n')[0])
}

const childScript = `
  const { openEmbedded } = await import(process.argv[1])
  const settings = JSON.parse(process.argv[3])
  const server = await openEmbedded({ folder: process.argv[2], settings, log: () => undefined })
  process.stdout.write(server.url)
  process.stdin.once('end', async () => { await server.close(); process.exit() }).resume()`

/** Opens the folder in another process; `url` resolves once it is open. */
async function openInChild(folder: string): Promise<{ child: ChildProcess; url: string }> {
  const module = fileURLToPath(new URL('./embedded-server.ts', import.meta.url))
  const args = ['--input-type=module', '-e', childScript, module, folder, JSON.stringify(settings)]
  const child = spawn(process.execPath, args, { stdio: ['pipe', 'pipe', 'inherit'] })
  cleanUps.push(async () => {
    if (child.exitCode !== null || child.signalCode !== null) return
    const exited = once(child, 'exit')
    child.kill('SIGKILL')
    await exited
  })
  const url = await new Promise<string>((resolve, reject) => {
    child.stdout.once('data', (data) => resolve(String(data)))
    child.once('exit', (code) => reject(new Error(`the other process ended with ${code}`)))
  })
  return { child, url }
}

test('creates a database with a role that is no superuser and files only the owner can read', async () => {
  const folder = newFolder()
  const { url, startedHere } = await open(folder)
  expect(startedHere).toBe(true)
  expect(await query(url, 'select current_database()')).toBe('cabochon')
  expect(await query(url, `select current_setting('is_superuser')`)).toBe('off')
  expect(await query(url, 'show listen_addresses')).toBe('127.0.0.1')
  expect(statSync(folder).mode & 0o077).toBe(0)
  expect(statSync(path.join(folder, 'cluster', 'cabochon-password')).mode & 0o077).toBe(0)
})

test('the shop’s role can create the shipped extensions', async () => {
  const { url } = await open(newPreparedFolder())
  for (const name of ['pg_trgm', 'unaccent', 'btree_gin']) await query(url, `create extension ${name}`)
  expect(await query(url, `select lower('ÄÖŠ') || similarity('Škoda', 'škoda')`)).toBe('äöš1')
})

test('rejects a wrong password', async () => {
  const { url } = await open(newPreparedFolder())
  const wrongUrl = new URL(url)
  wrongUrl.password = 'guess'
  await expect(query(wrongUrl.href, 'select 1')).rejects.toMatchObject({ code: '28P01' })
  wrongUrl.username = 'postgres'
  await expect(query(wrongUrl.href, 'select 1')).rejects.toMatchObject({ code: '28P01' })
})

test('closing stops the server, and opening again finds the data at the same address', async () => {
  const folder = newPreparedFolder()
  const first = await open(folder)
  await query(first.url, 'create table kept as select 7 as n')
  const pid = getPostmasterPid(folder)
  await first.close()
  expect(isRunning(pid)).toBe(false)
  const second = await open(folder)
  expect(second.url).toBe(first.url)
  expect(await query(second.url, 'select n from kept')).toBe(7)
})

test('picks a port outside the range of outgoing connections', async () => {
  const { url } = await open(newFolder())
  expect(Number(new URL(url).port)).toBeLessThan(32_768)
})

test('restarts a killed server at the same address without losing committed data', async () => {
  const folder = newPreparedFolder()
  const { url } = await open(folder)
  await query(url, 'create table kept as select 7 as n')
  const pid = getPostmasterPid(folder)
  process.kill(pid, 'SIGKILL')
  await vi.waitFor(async () => {
    expect(await query(url, 'select n from kept')).toBe(7)
    expect(getPostmasterPid(folder)).not.toBe(pid)
  }, pollOptions)
})

test('a restarting server waits for its port while another program uses it', async () => {
  const folder = newPreparedFolder()
  const lines: string[] = []
  const { url } = await open(folder, lines)
  process.kill(getPostmasterPid(folder), 'SIGKILL')
  const intruder = await listenOnceFree(Number(new URL(url).port))
  await vi.waitFor(
    () =>
      expect(
        lines.filter((line) => line.includes('could not start the built-in database yet')).length,
      ).toBeGreaterThan(1),
    pollOptions,
  )
  intruder.close()
  await vi.waitFor(async () => expect(await query(url, 'select 7 as n')).toBe(7), pollOptions)
})

/** Returns a server at `port` as soon as the port is free. */
async function listenOnceFree(port: number): Promise<Server> {
  return vi.waitFor(
    async () => {
      const server = createServer((socket) => socket.destroy())
      server.listen(port, '127.0.0.1')
      await once(server, 'listening')
      return server
    },
    { timeout: 90_000, interval: 1 },
  )
}

test('retries a failed restart until it succeeds, and logs it once', async () => {
  const folder = newPreparedFolder()
  const lines: string[] = []
  const { url } = await open(folder, lines)
  await query(url, 'create table kept as select 7 as n')
  const settingsFile = path.join(folder, 'cluster', 'postgresql.auto.conf')
  const validSettings = readFileSync(settingsFile)
  writeFileSync(settingsFile, 'nonsense')
  process.kill(getPostmasterPid(folder), 'SIGKILL')
  const count = (what: string) => lines.filter((line) => line.includes(what)).length
  await vi.waitFor(() => expect(count('contains errors')).toBeGreaterThan(2), pollOptions)
  expect(count('could not restart the built-in database')).toBe(1)
  writeFileSync(settingsFile, validSettings)
  await vi.waitFor(async () => expect(await query(url, 'select n from kept')).toBe(7), pollOptions)
  await vi.waitFor(() => expect(count('is running again')).toBe(1), pollOptions)
})

test('logs no refused connections during a start, also after a crash', async () => {
  const folder = newPreparedFolder()
  const lines: string[] = []
  const { url } = await open(folder, lines)
  await query(url, 'create table kept as select n from generate_series(1, 200000) n')
  process.kill(getPostmasterPid(folder), 'SIGKILL')
  await vi.waitFor(() => expect(lines.join()).toContain('restarting it'), pollOptions)
  await open(folder, lines)
  expect(lines.filter((line) => /starting up|not yet accepting/.test(line))).toEqual([])
})

test('a second process uses the running server and does not stop it', async () => {
  const folder = newPreparedFolder()
  const owner = await open(folder)
  const { child, url } = await openInChild(folder)
  expect(url).toBe(owner.url)
  const exited = once(child, 'exit')
  child.stdin?.end()
  await exited
  expect(await query(owner.url, 'select 1')).toBe(1)
})

test('the server stops when its owner is killed, and the second process takes over', async () => {
  const folder = newPreparedFolder()
  const { child, url } = await openInChild(folder)
  await query(url, 'create table kept as select 7 as n')
  const pid = getPostmasterPid(folder)
  const mine = await open(folder)
  expect(mine.startedHere).toBe(false)
  child.kill('SIGKILL')
  await vi.waitFor(() => expect(isRunning(pid)).toBe(false), pollOptions)
  await vi.waitFor(() => expect(mine.startedHere).toBe(true), pollOptions)
  expect(await query(mine.url, 'select n from kept')).toBe(7)
})

test('opens the folder again after owner and server were both killed', async () => {
  const folder = newPreparedFolder()
  const { child, url } = await openInChild(folder)
  await query(url, 'create table kept as select 7 as n')
  process.kill(child.pid ?? 0, 'SIGSTOP')
  process.kill(getPostmasterPid(folder), 'SIGKILL')
  child.kill('SIGKILL')
  const again = await open(folder)
  expect(await query(again.url, 'select n from kept')).toBe(7)
})

test('starts despite a stale pid file with the number of another process', async () => {
  const folder = newPreparedFolder()
  const first = await open(folder)
  const file = path.join(folder, 'cluster', 'postmaster.pid')
  const text = readFileSync(file, 'utf8')
  await first.close()
  const stranger = spawn('sleep', ['60'], { stdio: 'ignore' })
  cleanUps.push(() => void stranger.kill('SIGKILL'))
  writeFileSync(file, text.replace(/^\d+/, String(stranger.pid)))
  const again = await open(folder)
  expect(again.startedHere).toBe(true)
  expect(await query(again.url, 'select 1')).toBe(1)
})

test('removes an incomplete cluster and creates a new one', async () => {
  const folder = newFolder()
  const { child } = await openInChild(newFolder())
  const deadPid = child.pid
  const exited = once(child, 'exit')
  child.kill('SIGKILL')
  await exited
  const unfinishedCluster = path.join(folder, `cluster.new-${deadPid}-abcdef`, 'data')
  mkdirSync(unfinishedCluster, { recursive: true })
  writeFileSync(path.join(unfinishedCluster, 'PG_VERSION'), '18\n')
  const { url } = await open(folder)
  expect(await query(url, 'select 1')).toBe(1)
  expect(readdirSync(folder).filter((name) => name.startsWith('cluster.new'))).toEqual([])
})

test('two processes that open a new folder at the same time share one server', async () => {
  const folder = newFolder()
  const [mine, other] = await Promise.all([open(folder), openInChild(folder)])
  expect(other.url).toBe(mine.url)
  expect(await query(mine.url, 'select 1')).toBe(1)
  expect(existsSync(path.join(folder, 'cluster', 'PG_VERSION'))).toBe(true)
})
