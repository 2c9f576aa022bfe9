import { z } from 'zod'
import { job, type Job } from '#platform/jobs/job.ts'
import type { PayoutDeps } from './port.ts'
import { SWEEP_TIME } from './rules.ts'
import { sweep } from './sending/sweep.ts'
import { markUnansweredUnclear, requeueUnsentTransfers, transferPayout } from './sending/transfer.ts'

/** Creates due payouts every night, except for suppliers paid within the interval. */
export function sweepPayouts(deps: PayoutDeps): Job {
  return job({
    name: 'payouts.sweep',
    input: z.object({}),
    attempts: 3,
    every: `${SWEEP_TIME.minute} ${SWEEP_TIME.hour} * * *`,
    async run(_input, { db, now, log }) {
      const { made, withoutAccount, stopped } = await sweep(db, { deps, now })
      if (made.length > 0) log.info({ made: made.length }, 'created payouts')
      if (withoutAccount.length > 0)
        log.warn({ suppliers: withoutAccount }, 'suppliers without a payout account can’t be paid')
      if (stopped.length > 0) log.warn({ suppliers: stopped }, 'skipped suppliers whose payouts are stopped')
    },
  })
}

/**
 * Requests a payout's transfer from its provider. After the last attempt the payout waits, and operators soon see it as
 * unclear. If our balance at the provider is too low, the transfer is retried every hour and logged.
 */
export function transferPayouts(deps: PayoutDeps): Job {
  return job({
    name: 'payouts.transfer',
    input: z.object({ payoutId: z.string() }),
    attempts: 10,
    async run({ payoutId }, { db, now, log }) {
      const outcome = await transferPayout(db, payoutId, { deps, now })
      if (outcome === 'waits')
        log.error({ payoutId }, 'a payout is waiting: the balance at the provider is too low, top it up')
      if (outcome === 'too_late')
        log.error({ payoutId }, 'a payout that was given up was paid after all: recover the money')
    },
  })
}

/**
 * Marks unanswered payouts as unclear for operators every hour, and requests transfers that were never sent or lacked
 * balance.
 */
export function findUnclearPayouts(deps: PayoutDeps): Job {
  return job({
    name: 'payouts.find_unclear',
    input: z.object({}),
    attempts: 3,
    every: '40 * * * *',
    async run(_input, { db, now, log }) {
      await requeueUnsentTransfers(db, { deps, now })
      const count = await markUnansweredUnclear(db, { deps, now })
      if (count > 0) log.error({ count }, 'payouts have an unknown outcome: look them up at the provider')
    },
  })
}
