import type { Database } from '#database/database.ts'
import { notePageClosed, type PaymentProvider } from '#features/money/payments/service.ts'
import type { Log } from '#platform/log.ts'
import { type IdlePage, listIdlePages } from './page-queries.ts'

/** How many pages are closed at once, and how long one run goes on, in milliseconds. */
const AT_ONCE = 10
const CLOSING = 80_000

type Closing = Readonly<{ providers: readonly PaymentProvider[]; now: Date; log: Log }>

/**
 * Has providers end the pages of orders that are paid or have ended: money that came by one would only have to go back. One
 * that cannot be closed now is tried again by the next run; one that is over already is closed.
 */
export async function closePages(db: Database, { providers, now, log }: Closing): Promise<void> {
  const names = providers.flatMap(({ name, close }) => (close ? [name] : []))
  const closeOne = async ({ id, provider: name, providerRef }: IdlePage) => {
    try {
      await providers.find((one) => one.name === name)?.close?.(providerRef)
      await notePageClosed(db, id, now)
    } catch (error) {
      log.warn({ err: error, provider: name }, 'a payment page could not be closed')
    }
  }
  const began = performance.now()
  for (let after = 0; performance.now() - began < CLOSING;) {
    const idle = await listIdlePages(db, { providers: names, after, most: AT_ONCE })
    await Promise.all(idle.map(closeOne))
    const last = idle.at(-1)
    if (!last) return
    after = last.id
  }
}
