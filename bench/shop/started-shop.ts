import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'

const START = fileURLToPath(new URL('../../scripts/start.ts', import.meta.url))
const TIMEOUT_MS = 300_000

/** The number of pages of the demo's list. */
const DEMO_PAGES = 7

/** A shop started as by an operator, and the seconds until its page of products appeared. */
export type StartedShop = Readonly<{
  url: string
  pid: number
  firstPageMs: number
  /** A demo makes its pictures after its first start: nothing else is measured while it does. */
  picturesAreMade(): Promise<void>
  stop(): Promise<void>
}>

/** Starts the shop with its demo on a free port and the folder given. Throws when no product is shown within five minutes. */
export async function startShop(dataDir: string): Promise<StartedShop> {
  const port = await findFreePort()
  const url = `http://127.0.0.1:${port}`
  const startedAt = performance.now()
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
  while (!(await showsProducts(url))) {
    if (child.exitCode !== null) throw new Error(`the shop ended with ${child.exitCode}`)
    if (performance.now() - startedAt > TIMEOUT_MS) throw new Error('the shop shows no product')
    await delay(10)
  }
  const firstPageMs = performance.now() - startedAt
  return {
    url,
    pid: child.pid,
    firstPageMs,
    picturesAreMade: () => waitForPictures(url),
    stop: () => stopProcess(child),
  }
}

async function waitForPictures(url: string): Promise<void> {
  const deadline = performance.now() + TIMEOUT_MS
  for (let page = 1; page <= DEMO_PAGES;) {
    if (performance.now() > deadline) throw new Error('the pictures of the demo are not made')
    const html = await (await fetch(`${url}/marketplace?page=${page}&sort=popular`)).text()
    if (html.includes('placeholder.svg')) await delay(1_000)
    else page += 1
  }
}

async function showsProducts(url: string): Promise<boolean> {
  try {
    return (await (await fetch(`${url}/marketplace`)).text()).includes('href="/product/')
  } catch {
    return false
  }
}

async function stopProcess(child: ChildProcess): Promise<void> {
  const exited = once(child, 'exit')
  child.kill('SIGTERM')
  await exited
}

/** Returns a free port of this machine. */
async function findFreePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  if (typeof address !== 'object' || !address) throw new Error('there is no free port')
  return address.port
}
