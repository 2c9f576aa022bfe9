import type { Hono } from 'hono'
import type { OrderDesk } from '#features/orders/port.ts'
import type { Limiter } from '#platform/http/limits.ts'
import type { HttpEnv } from '#platform/http/register-routes.ts'
import { carrierNotices } from './carrier-notices.ts'
import { carriersOf } from './carriers.ts'
import type { ForgeryAlarm } from './forgery-alarm.ts'
import type { AppSetup } from './setup.ts'

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
