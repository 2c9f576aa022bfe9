import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { findFreePort } from '#database/embedded/embedded-server.ts'

/** What happens to requests on the way to the storage: nothing, a delay, a 503, or a cut in the middle of their body. */
export type StorageFault = 'none' | 'slow' | 'overloaded' | 'cut'

/** An object storage in a process of its own, behind a proxy that causes faults. */
export type Storage = Readonly<{
  /** The shop's settings of it. */
  environment: Readonly<Record<string, string>>
  setFault(fault: StorageFault): void
  /** Ends the storage by SIGKILL; `start` starts it again with its files. */
  kill(): Promise<void>
  start(): Promise<void>
  /** Counts from now on; the result returns the highest number of times that one file was sent to the storage. */
  watchPuts(): () => number
  stop(): Promise<void>
}>

const SLOW_MS = 3_000

/** Starts an empty object storage. */
export async function startStorage(): Promise<Storage> {
  const folder = await mkdtemp(path.join(tmpdir(), 'cabochon-cluster-files-'))
  const port = Number(await findFreePort())
  let child: ChildProcess | undefined
  const start = async () => {
    child = spawn(
      process.execPath,
      [path.join(import.meta.dirname, 'storage-server.ts'), folder, String(port)],
      {
        stdio: ['ignore', 'inherit', 'inherit'],
      },
    )
    while (!(await isOpen(port))) await delay(50)
  }
  const kill = async () => {
    if (!child || child.exitCode !== null || child.signalCode !== null) return
    const exited = once(child, 'exit')
    child.kill('SIGKILL')
    await exited
  }
  await start()
  const proxy = await startFaultyProxy(port)
  return {
    environment: {
      FILES_URL: `s3://shop-files/shop?endpoint=http://127.0.0.1:${proxy.port}&path-style=1`,
      FILES_ACCESS_KEY: 'S3RVER',
      FILES_SECRET_KEY: 'S3RVER',
    },
    setFault: proxy.setFault,
    kill,
    start,
    watchPuts: proxy.watchPuts,
    stop: async () => {
      proxy.close()
      await kill()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

async function isOpen(port: number): Promise<boolean> {
  try {
    await fetch(`http://127.0.0.1:${port}/`)
    return true
  } catch {
    return false
  }
}

/** Starts a proxy to a port of this machine. It passes requests on unchanged, as their signature includes the host. */
async function startFaultyProxy(port: number) {
  let fault: StorageFault = 'none'
  const puts = new Map<string, number>()
  const server = createServer(async (incoming, response) => {
    const { method, url = '' } = incoming
    if (method === 'PUT') puts.set(url, (puts.get(url) ?? 0) + 1)
    if (fault === 'overloaded') return void response.writeHead(503).end()
    const isCut = fault === 'cut'
    if (fault === 'slow') await delay(SLOW_MS)
    forward({ incoming, response, port, isCut })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    // A server that listens on a port has an address of this type.
    port: (server.address() as AddressInfo).port,
    setFault: (next: StorageFault) => void (fault = next),
    watchPuts: () => {
      puts.clear()
      return () => Math.max(0, ...puts.values())
    },
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}

type Forwarded = Readonly<{
  incoming: IncomingMessage
  response: ServerResponse
  port: number
  isCut: boolean
}>

function forward({ incoming, response, port, isCut }: Forwarded): void {
  const { method, url, headers } = incoming
  const onward = request({ host: '127.0.0.1', port, method, path: url, headers }, (answer) => {
    response.writeHead(answer.statusCode ?? 502, answer.headers)
    pass(answer, response, isCut && method === 'GET')
  })
  const end = () => response.destroy()
  onward.on('error', end)
  pass(incoming, onward, isCut && method === 'PUT')
}

/** Passes a body on, or only half of it. */
function pass(
  from: IncomingMessage,
  to: Readonly<{ write(chunk: Buffer): unknown; end(): unknown; destroy(): unknown }>,
  isCut: boolean,
): void {
  from.on('error', () => to.destroy())
  from.on('aborted', () => to.destroy())
  from.on('data', (chunk: Buffer) => {
    if (!isCut) return void to.write(chunk)
    to.write(chunk.subarray(0, chunk.length >> 1))
    to.destroy()
    from.destroy()
  })
  from.on('end', () => to.end())
}
