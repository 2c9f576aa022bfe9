import { z } from 'zod'
import { SECOND } from '#core/time.ts'
import { paceStarts } from '#platform/concurrency/pace-starts.ts'
import { type Job, job } from '#platform/jobs/job.ts'
import { VENDOR_ORDER_JOB } from '#features/sales/orders/service.ts'
import { FOLLOW_JOB } from './deps.ts'
import {
  checkDrift,
  deleteOldEvents,
  DRIFT_JOB,
  findOrderOfSupplierOrder,
  foldOrderCounts,
  followAndPay,
  followWaitingOrders,
  payWaitingOrders,
  PRIVACY_JOB,
  reconcile,
  RECONCILE_JOB,
  reconcileDue,
  refreshAllSummaries,
  runOpenPrivacyRequests,
  runPrivacyRequest,
  type PayDeps,
  RECEIVE_JOB,
  receivePendingOrders,
} from './service.ts'

/** The time limit of a job, in seconds: a store may be slow, and a reconciliation may read many pages. */
const TIMEOUT_SECONDS = 280

/** The stores whose webhooks a worker takes in at the same time; most of it is waiting for the stores. */
const STORES_AT_ONCE = 20

/** How long webhooks of a busy store wait for each other, so that it is not read after each of them. */
const REST_MS = 2 * SECOND

/** The milliseconds between the starts of two stores: those that start together delay the answers to webhooks. */
const START_GAP_MS = 50

/** Returns the jobs that receive orders of vendors' stores. */
export function shopOrderJobs(deps: PayDeps): Job[] {
  return [
    ...forwardingJobs(deps),
    ...PRIVACY_JOBS,
    receiveJob(deps),
    job({
      name: RECONCILE_JOB,
      callsStores: true,
      input: z.object({ connectionId: z.number() }),
      attempts: 1,
      timeoutSeconds: TIMEOUT_SECONDS,
      run: ({ connectionId }, { db, now }) => reconcile(db, deps, { connectionId, now }),
    }),
    job({
      name: DRIFT_JOB,
      callsStores: true,
      input: z.object({ connectionId: z.number() }),
      attempts: 1,
      timeoutSeconds: TIMEOUT_SECONDS,
      run: ({ connectionId }, { db, now }) => checkDrift(db, deps, { connectionId, now }),
    }),
    job({
      name: 'shop_orders.reconcile_due',
      input: z.object({}),
      attempts: 1,
      every: '*/10 * * * *',
      run: (_input, { db, now }) => reconcileDue(db, deps, now),
    }),
    job({
      name: 'shop_orders.summarise',
      input: z.object({}),
      attempts: 1,
      every: '* * * * *',
      timeoutSeconds: TIMEOUT_SECONDS,
      async run(_input, { db }) {
        await foldOrderCounts(db)
        await refreshAllSummaries(db)
      },
    }),
    job({
      name: 'shop_orders.forget_old_webhooks',
      input: z.object({}),
      attempts: 3,
      every: '40 3 * * *',
      run: (_input, { db, now }) => deleteOldEvents(db, now),
    }),
  ]
}

/** Returns the job that takes in the orders of a store's waiting webhooks. */
function receiveJob(deps: PayDeps): Job {
  const startStore = paceStarts(START_GAP_MS)
  return job({
    name: RECEIVE_JOB,
    input: z.object({ connectionId: z.number() }),
    attempts: 8,
    timeoutSeconds: TIMEOUT_SECONDS,
    batch: STORES_AT_ONCE,
    workers: 2,
    restMs: REST_MS,
    async run({ connectionId }, { db, now, log }) {
      await startStore()
      await receivePendingOrders(db, deps, { connectionId, now, log })
    },
  })
}

/** The jobs that perform customers' privacy requests. */
const PRIVACY_JOBS: readonly Job[] = [
  job({
    name: PRIVACY_JOB,
    input: z.object({ requestKey: z.number() }),
    attempts: 8,
    run: ({ requestKey }, { db, now }) => runPrivacyRequest(db, { requestKey, now }),
  }),
  job({
    name: 'shop_orders.run_open_privacy_requests',
    input: z.object({}),
    attempts: 3,
    every: '50 3 * * *',
    run: (_input, { db, now }) => runOpenPrivacyRequests(db, now),
  }),
]

/** Returns the jobs that buy and follow orders of vendors' stores. */
function forwardingJobs(deps: PayDeps): Job[] {
  return [
    job({
      name: FOLLOW_JOB,
      input: z.object({ shopOrderId: z.string() }),
      attempts: 8,
      run: ({ shopOrderId }, { db, now }) => followAndPay(db, deps, { id: shopOrderId, now }),
    }),
    job({
      name: VENDOR_ORDER_JOB,
      input: z.object({ supplierOrderId: z.string() }),
      attempts: 8,
      async run({ supplierOrderId }, { db, now }) {
        const id = await findOrderOfSupplierOrder(db, supplierOrderId)
        if (id) await followAndPay(db, deps, { id, now })
      },
    }),
    job({
      name: 'forwarding.pay_waiting_orders',
      input: z.object({ accountId: z.number(), currency: z.string() }),
      attempts: 3,
      timeoutSeconds: TIMEOUT_SECONDS,
      run: ({ accountId, currency }, { db, now }) => payWaitingOrders(db, deps, { accountId, currency, now }),
    }),
    job({
      name: 'forwarding.follow_waiting',
      input: z.object({}),
      attempts: 1,
      every: '* * * * *',
      timeoutSeconds: TIMEOUT_SECONDS,
      run: (_input, { db, now, log }) => followWaitingOrders(db, deps, { now, log }),
    }),
  ]
}
