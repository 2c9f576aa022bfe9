import { sandboxPay } from '#connectors/sandbox-pay/provider.ts'
import type { Database } from '#database/database.ts'
import type { RateSource } from '#features/sales/shipping/port.ts'
import type { Actor } from '#platform/http/calls/actor.ts'
import { RUN_EFFECT_JOB } from '#platform/effects/request-effects.ts'
import { runEffect } from '#platform/effects/run-effect.ts'
import type { Enqueue } from '#platform/jobs/job.ts'
import { deriveKey } from '#platform/security/sealing.ts'
import { zoneRates } from '#connectors/zone-rates/zone-rates.ts'
import { z } from 'zod'
import { type FeatureDeps, prepareFeatureDeps } from '../../wiring/deps.ts'
import { createEffects } from '../../wiring/effects.ts'
import type { AppSetup } from '../../wiring/setup.ts'
import type { DemoHistoryData } from '../catalogue/demo-files.ts'
import { createTimeline, type Timeline } from './timeline.ts'

/** A supplier of the demo with its owner, who acts for it. */
export type DemoSupplier = Readonly<{ id: number; publicId: string; slug: string; owner: Actor }>

/** The dependencies of the simulation: the shop's own services and the time of the current step. */
export type SimulationDeps = Readonly<{
  db: Database
  timeline: Timeline
  featureDeps: FeatureDeps
  rates: RateSource
  config: AppSetup['config']
  log: AppSetup['log']
  /** The keys of the emails in the outbox. */
  mailIds: readonly number[]
  /** The last emailed codes, by address. */
  codes: ReadonlyMap<string, string>
}>

/** The dependencies with all accounts and suppliers; `complaints` are those of the demo's history. */
export type SimulationStage = SimulationDeps &
  Readonly<{
    suppliers: ReadonlyMap<number, DemoSupplier>
    operator: Actor
    complaints: DemoHistoryData['complaints']
  }>

const EffectJob = z.object({ kind: z.string(), subject: z.string() })
const EmailJob = z.object({ mailIds: z.array(z.number()) })

/**
 * Returns the shop's services for the simulated past. Their clock is the timeline's, payments use the sandbox, and
 * effects are the only jobs that run: refunds and updates of the practice shop. Nothing is emailed, and no other
 * server is called.
 */
export async function createSimulationDeps(setup: AppSetup, db: Database): Promise<SimulationDeps> {
  const { config, log } = setup
  const timeline = createTimeline(() => runJobs())
  const secret = config.sandboxPaySecret ?? (await deriveKey(config, 'sandbox-pay'))
  const clock = () => timeline.now()
  const providers = [sandboxPay({ db, secret, publicUrl: config.publicUrl, clock })]
  const requested: z.output<typeof EffectJob>[] = []
  const emailIds: number[] = []
  const codes = new Map<string, string>()
  const enqueue: Enqueue = async (_tx, { job, input }) => {
    if (job === RUN_EFFECT_JOB) requested.push(EffectJob.parse(input))
    if (job === 'notifications.send_mails') emailIds.push(...EmailJob.parse(input).mailIds)
  }
  const getFeatureDeps = await prepareFeatureDeps({ ...setup, db, clock }, providers)
  const featureDeps = getFeatureDeps(enqueue)
  const effects = createEffects(featureDeps)
  const sendEmails: FeatureDeps['accounts']['post'] = async (_tx, emails) => {
    for (const { to, message } of emails) if (message.code) codes.set(to, message.code)
  }
  const runJobs = async () => {
    for (const { kind, subject } of requested.splice(0)) {
      const effect = effects.find((one) => one.kind === kind)
      if (effect) await runEffect(db, effect, { subject, enqueue, now: clock() })
    }
  }
  return {
    db,
    timeline,
    featureDeps: { ...featureDeps, accounts: { ...featureDeps.accounts, post: sendEmails } },
    rates: zoneRates,
    config,
    log,
    mailIds: emailIds,
    codes,
  }
}
