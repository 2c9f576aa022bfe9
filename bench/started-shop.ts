import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'

const START = fileURLToPath(new URL('../scripts/start.ts', import.meta.url))
const LONGEST_MS = 300_000

/** On so many pages the demo's list is shown. */
const DEMO_PAGES = 7

/** A shop started as an operator does, and how long it took until its page of pieces was there. */
export type StartedShop = Readonly<{
  url: string
  pid: number
  firstPageMs: number
  /** A demo makes its pictures after its first start: nothing else is measured while it does. */
  picturesAreMade(): Promise<void>
  stop(): Promise<void>
}>

/** Starts the shop with its demo on a free port and the folder given. Throws when no piece is shown within five minutes. */
export async function startShop(dataDir: string): Promise<StartedShop> {
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const began = performance.now()
  const child = spawn(process.execPath, [START], {
    env: {
      ...process.env,
      PORT: String(port),
      PUBLIC_URL: url,
      DATA_DIR: dataDir,
      LOG_LEVEL: 'error',
      LIMIT_FACTOR: '10000',
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  if (child.pid === undefined) throw new Error('the shop could not be started')
  while (!(await showsPieces(url))) {
    if (child.exitCode !== null) throw new Error(`the shop ended with ${child.exitCode}`)
    if (performance.now() - began > LONGEST_MS) throw new Error('the shop shows no piece')
    await delay(10)
  }
  const firstPageMs = performance.now() - began
  return {
    url,
    pid: child.pid,
    firstPageMs,
    picturesAreMade: () => picturesAreMade(url),
    stop: () => stopped(child),
  }
}

async function picturesAreMade(url: string): Promise<void> {
  const until = performance.now() + LONGEST_MS
  for (let page = 1; page <= DEMO_PAGES;) {
    if (performance.now() > until) throw new Error('the pictures of the demo are not made')
    const html = await (await fetch(`${url}/marketplace?page=${page}&sort=popular`)).text()
    if (html.includes('placeholder.svg')) await delay(1_000)
    else page += 1
  }
}

async function showsPieces(url: string): Promise<boolean> {
  try {
    return (await (await fetch(`${url}/marketplace`)).text()).includes('href="/product/')
  } catch {
    return false
  }
}

async function stopped(child: ChildProcess): Promise<void> {
  const ended = once(child, 'exit')
  child.kill('SIGTERM')
  await ended
}

/** A port of this machine that nobody listens on at the moment. */
async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  if (typeof address !== 'object' || !address) throw new Error('there is no free port')
  return address.port
}
