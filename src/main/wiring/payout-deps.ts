import { stripeTransfers } from '#connectors/stripe/transfers.ts'
import type { PayoutDesk } from '#features/money/payouts/port.ts'
import type { Enqueue } from '#platform/jobs/job.ts'
import { createSealer } from '#platform/security/sealing.ts'
import type { AppSetup } from './setup.ts'

/** What paying suppliers is handed: the settings, what keeps their bank details shut, and Stripe where it is set up. */
export function payoutDesk({
  config,
  send,
}: Pick<AppSetup, 'config' | 'send'>): (enqueue: Enqueue) => PayoutDesk {
  const { stripe } = config.payments
  const provider = stripe && stripeTransfers({ ...stripe, send })
  const sealer = createSealer(config)
  return (enqueue) => ({ settings: config.payouts, sealer, provider, enqueue, publicUrl: config.publicUrl })
}
