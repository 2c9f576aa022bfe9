import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { findFreePort } from '#database/embedded/embedded-server.ts'
import { type Command, serverCommand } from '../../scripts/command.ts'
import { linkDemoPictures } from './demo-pictures.ts'

/** A whole marketplace in a process of its own, on a free port and a folder of its own. */
export type RunningShop = Readonly<{
  url: string
  dataDir: string
  /** The running process, for tests that measure its memory. */
  pid(): number
  /** Kills the process, as a crash would; its database stops with it. */
  crash(): Promise<void>
  /** Starts the process again on the same port and folder. */
  start(): Promise<void>
  /** Stops it gracefully; returns its exit code. */
  stop(): Promise<number | null>
  /** Stops it and deletes its folder. */
  remove(): Promise<void>
}>

/** The key of encrypted secrets of shops on a shared database. */
export const SHARED_SECRETS_KEY = Buffer.alloc(32, 7).toString('base64')

/**
 * Starts a shop and waits until it is ready. `settings` are environment settings; the demo is off unless requested.
 * `command` may be that of another version.
 */
export async function startRunningShop(
  settings: Record<string, string> = {},
  command: Command = serverCommand(),
): Promise<RunningShop> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'cabochon-'))
  const port = settings['PORT'] ?? (await findFreePort())
  if (!port) throw new Error('no port is free')
  const url = `http://127.0.0.1:${port}`
  const env: Record<string, string> = {
    DEMO: 'off',
    LIMIT_FACTOR: '10000',
    // Processes on one database share their key.
    ...(settings['DATABASE_URL'] ? { SECRETS_KEY: SHARED_SECRETS_KEY } : {}),
    ...throughPooler(settings),
    PORT: String(port),
    PUBLIC_URL: settings['PUBLIC_URL'] ?? url,
    DATA_DIR: settings['DATA_DIR'] ?? dataDir,
  }
  if (env['DEMO'] !== 'off') await linkDemoPictures(dataDir)
  let child: ChildProcess | undefined
  const start = async () => {
    child = await startProcess(command, { url, env })
  }
  const stopProcess = async (signal: 'SIGKILL' | 'SIGTERM') => {
    const exited =
      child && child.exitCode === null ? new Promise((resolve) => child?.once('exit', resolve)) : undefined
    child?.kill(signal)
    await exited
    return child?.exitCode ?? null
  }
  await start()
  return {
    url,
    dataDir,
    pid: () => child?.pid ?? 0,
    start,
    crash: async () => void (await stopProcess('SIGKILL')),
    stop: () => stopProcess('SIGTERM'),
    remove: async () => {
      await stopProcess('SIGTERM')
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

/** The environment variable with the port of a pooler before the test server, if the tests' shops use one. */
export const testPoolerVariable = 'CABOCHON_TEST_POOLER_PORT'

/** Returns the settings of a shop whose database is reached through the tests' pooler, if there is one. */
function throughPooler(settings: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  const { DATABASE_URL: directUrl, DATABASE_DIRECT_URL: ownUrl } = settings
  const port = process.env[testPoolerVariable]
  if (port === undefined || directUrl === undefined || ownUrl !== undefined) return settings
  const pooledUrl = Object.assign(new URL(directUrl), { port }).href
  return { ...settings, DATABASE_URL: pooledUrl, DATABASE_DIRECT_URL: directUrl }
}

/**
 * Polls until `condition`, for at most two and a half minutes, as machines may be busy. Then it throws with
 * `description`.
 */
export async function waitUntil(description: string, condition: () => Promise<boolean>): Promise<void> {
  const deadline = Date.now() + 150_000
  while (!(await condition())) {
    if (Date.now() > deadline) throw new Error(`in vain: ${description}`)
    await delay(50)
  }
}

type Started = Readonly<{ url: string; env: Readonly<Record<string, string>> }>

async function startProcess(
  { program, args, env: ownEnvironment }: Command,
  { url, env }: Started,
): Promise<ChildProcess> {
  const child = spawn(program, args, {
    env: { ...process.env, ...ownEnvironment, NODE_ENV: 'development', LOG_LEVEL: 'warn', ...env },
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  await waitUntil('the shop opens', async () => {
    if (child.exitCode !== null) throw new Error(`the shop ended with ${child.exitCode}`)
    return isReady(url)
  })
  return child
}

async function isReady(url: string): Promise<boolean> {
  try {
    return (await fetch(`${url}/readyz`)).ok
  } catch {
    return false
  }
}
