import type { Hono } from 'hono'
import type { OrderDesk } from '#features/sales/orders/port.ts'
import type { Limiter } from '#platform/http/limits/limits.ts'
import type { HttpEnv } from '#platform/http/calls/register-routes.ts'
import { carrierNotices } from './carrier-webhooks.ts'
import { carriersOf } from '../../wiring/carriers.ts'
import type { ForgeryAlarm } from './invalid-signature-alert.ts'
import type { AppSetup } from '../../wiring/setup.ts'

/** Where the messages of carriers arrive, if there is somebody who sends them. */
export function carrierMounts(
  setup: AppSetup,
  { desk, limiter, alarm }: Readonly<{ desk: OrderDesk; limiter: Limiter; alarm: ForgeryAlarm }>,
): readonly Readonly<{ path: string; app: Hono<HttpEnv> }>[] {
  const { db, clock } = setup
  const carriers = carriersOf(setup)
  return carriers
    ? [{ path: '/shipping/notify', app: carrierNotices({ db, carriers, desk, clock, limiter, alarm }) }]
    : []
}
