import type { Config } from '#platform/config/config.ts'
import { recordRunningShop, type RunningShop } from '../cli/running-shops.ts'
import { announceLogins, closeLogins } from '../demo/demo-logins.ts'
import { loadDemo } from '../demo/load-demo.ts'
import { serve } from '../http/serve.ts'
import { boot, DIST } from './boot.ts'
import type { StartedDatabase } from './start-database.ts'
import { flushCompileCache } from 'node:module'

/** By then the first pages are drawn and the jobs have begun. */
const SETTLED_MS = 5_000

/**
 * Gives back, once, what the start has left behind, a tenth of what the process holds: V8 would only do so in a process that
 * allocates next to nothing, and ours looks for jobs twice a second. It takes about 0.1 s. Where Node was started without
 * `--expose-gc`, nothing happens.
 */
function settleAfterStart(): void {
  const { gc } = globalThis
  if (!gc) return
  const settle = () => gc({ type: 'major', execution: 'async', flavor: 'last-resort' })
  setTimeout(() => void settle(), SETTLED_MS).unref()
}

const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[?::1\]?)$/i

/** What to warn of before a shop opens that others can reach with the doors of development open; undefined when all is well. */
export function exposureWarning({ production, host, publicUrl, sandboxPay }: Config): string | undefined {
  const isReachable = !LOOPBACK.test(host) || !LOOPBACK.test(new URL(publicUrl).hostname)
  if (!isReachable) return undefined
  if (!production)
    return 'others can reach this shop in development mode: /dev/mail shows everybody all mails, and orders are paid without money. Set NODE_ENV=production.'
  return sandboxPay ? 'the sandbox payment page is on: orders are paid without money' : undefined
}

/** How long requests and jobs in flight may take to finish after a stop was asked for. */
const GRACE_MS = 15_000

/**
 * Opens the shop on its database: demo where it is wanted, requests, jobs; until a SIGTERM or SIGINT ends the process, what is in
 * flight finished. Throws when it cannot be opened.
 */
export async function openShop(config: Config, started: StartedDatabase): Promise<void> {
  const booted = await boot(config, started)
  const { log } = booted
  const forgetRunning = await recordRunningShop(runningShop(config))
  if (config.demo !== 'off')
    await loadDemo({ ...booted.setup, enqueue: booted.app.jobs.enqueue, now: new Date() })
  const { db } = booted.database
  await (config.production ? closeLogins(db, { log, now: new Date() }) : announceLogins(db, log))
  const serving = await serve({ ...booted, config, distDir: DIST })
  await booted.app.jobs.work()
  const warning = exposureWarning(config)
  if (warning) log.warn({}, warning)
  log.info({ port: serving.port, address: config.publicUrl }, 'Cabochon is open')
  // Not at the end, which may come without a warning.
  flushCompileCache()
  settleAfterStart()

  let stopping = false
  const stop = (signal: string) => {
    if (stopping) return
    stopping = true
    log.info({ signal }, 'stopping')
    void serving
      .stop(GRACE_MS)
      .then(() => booted.close())
      .then(forgetRunning)
      .then(
        () => process.exit(0),
        (error: unknown) => {
          log.error({ err: error }, 'the stop did not go well')
          process.exit(1)
        },
      )
  }
  process.on('SIGTERM', stop)
  process.on('SIGINT', stop)
}

function runningShop({ publicUrl: address, dataDir, databaseUrl }: Config): RunningShop {
  const { host, pathname } = new URL(databaseUrl ?? 'postgres://')
  return { pid: process.pid, address, dataDir, database: databaseUrl && `${host}${pathname}` }
}
