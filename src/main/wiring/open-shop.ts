import type { Database } from '#database/database.ts'
import { hasOperator } from '#features/identity/operators/service.ts'
import { SECOND } from '#core/time.ts'
import type { Config } from '#platform/config/config.ts'
import type { Log } from '#platform/log.ts'
import { readSetupToken } from './deps.ts'
import { recordRunningShop, type RunningShop } from '../cli/running-shops.ts'
import { logDemoAccounts, disableDemoAccounts } from '../demo/demo-logins.ts'
import { loadDemo } from '../demo/load-demo.ts'
import { serve, serveHealth } from '../http/serve.ts'
import { boot, DIST } from './boot.ts'
import { serveConfiguredMetrics } from './open-metrics.ts'
import type { StartedDatabase } from './start-database.ts'
import { flushCompileCache } from 'node:module'
import { performance } from 'node:perf_hooks'
import { setTimeout as delay } from 'node:timers/promises'

/** The delay of the garbage collection, when the first pages are rendered and jobs have started, in milliseconds. */
const STARTUP_GC_DELAY_MS = 4_000

/** The share of a second that a process may be busy in to count as quiet. */
const QUIET_SHARE = 0.1

/**
 * Collects garbage once after startup, which frees a tenth of the process's memory. V8 would do so only in a process
 * that allocates almost nothing, and ours checks for jobs twice a second. It takes about 0.1 s, which requests would
 * wait for, so it waits for a quiet second. Without Node's `--expose-gc` it does nothing.
 */
async function collectGarbageAfterStartup(): Promise<void> {
  const { gc } = globalThis
  if (!gc) return
  for (let isQuiet = false; !isQuiet;) {
    await delay(STARTUP_GC_DELAY_MS, undefined, { ref: false })
    const before = performance.eventLoopUtilization()
    await delay(SECOND, undefined, { ref: false })
    isQuiet = performance.eventLoopUtilization(before).utilization < QUIET_SHARE
  }
  await gc({ type: 'major', execution: 'async', flavor: 'last-resort' })
}

const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[?::1\]?)$/i

/** Returns the warning for a publicly reachable shop with enabled development features; undefined otherwise. */
export function getExposureWarning({ production, host, publicUrl, sandboxPay }: Config): string | undefined {
  const isReachable = !LOOPBACK.test(host) || !LOOPBACK.test(new URL(publicUrl).hostname)
  if (!isReachable) return undefined
  if (!production)
    return 'others can reach this shop in development mode: /dev/mail shows everybody all emails, and orders are paid without money. Set NODE_ENV=production.'
  return sandboxPay ? 'the sandbox payment page is on: orders are paid without money' : undefined
}

/** The time limit for running requests and jobs after a stop, in milliseconds. */
const GRACE_MS = 15_000

/**
 * Starts the shop on its database: loads the demo if configured, serves requests, runs jobs. SIGTERM or SIGINT ends
 * the process after running work has finished. Throws when it cannot start.
 */
export async function openShop(config: Config, started: StartedDatabase): Promise<void> {
  const marketplace = await boot(config, started)
  const { log } = marketplace
  const removeRunningRecord = await recordRunningShop(toRunningShop(config))
  const { role, drainSeconds } = config.process
  // One of several processes must not fill an empty shop.
  if (config.demo !== 'off' && role === 'all')
    await loadDemo({ ...marketplace.setup, enqueue: marketplace.app.jobs.enqueue, now: new Date() })
  const { db } = marketplace.database
  await (config.production ? disableDemoAccounts(db, { log, now: new Date() }) : logDemoAccounts(db, log))
  if (role !== 'worker') await logSetupLink(db, config, log)
  const { metrics, replicas } = marketplace.setup
  const { shared } = marketplace
  const setup = { ...marketplace, config, distDir: DIST, subscribe: shared.subscribe, metrics, replicas }
  const server = await (role === 'worker' ? serveHealth(setup) : serve(setup))
  await shared.startRelay()
  if (role !== 'web') await marketplace.app.jobs.work()
  const metricsServer = metrics && (await serveConfiguredMetrics(metrics, config))
  const warning = getExposureWarning(config)
  if (warning) log.warn({}, warning)
  log.info({ port: server.port, address: config.publicUrl, role }, 'Cabochon is running')
  // Not at the end, because the process can be killed.
  flushCompileCache()
  void collectGarbageAfterStartup()

  let isStopping = false
  const stop = (signal: string) => {
    if (isStopping) return
    isStopping = true
    log.info({ signal }, 'stopping')
    marketplace.app.startDraining()
    void delay(drainSeconds * 1000)
      .then(() => server.stop(GRACE_MS))
      .then(() => metricsServer?.close())
      .then(() => marketplace.close())
      .then(removeRunningRecord)
      .then(
        () => process.exit(0),
        (error: unknown) => {
          log.error({ err: error }, 'could not stop cleanly')
          process.exit(1)
        },
      )
  }
  process.on('SIGTERM', stop)
  process.on('SIGINT', stop)
}

/** Logs the link that creates the first operator of a shop without one. */
async function logSetupLink(db: Database, config: Config, log: Log): Promise<void> {
  if (await hasOperator(db)) return
  const link = `${config.publicUrl}/signup?setup=${await readSetupToken(config)}`
  log.info({ link }, 'this shop has no operator yet: open this link to create one')
}

function toRunningShop({ publicUrl: address, dataDir, databaseUrl }: Config): RunningShop {
  const { host, pathname } = new URL(databaseUrl ?? 'postgres://')
  return { pid: process.pid, address, dataDir, database: databaseUrl && `${host}${pathname}` }
}
