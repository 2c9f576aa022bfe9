import { useEffect, useEffectEvent } from 'react'
import { call } from '#web/app/calls/api.ts'
import type { Connections } from '#web/shared/connections/use-connections.ts'

const ASK_EVERY_MS = 2_000

/** Asks every two seconds how far it is, as long as a connected shop is being read. */
export function usePulls({ state, show }: Connections): void {
  const isReading = state.kind === 'listed' && state.connections.some(({ pull }) => pull?.state === 'running')
  const ask = useEffectEvent(async () => {
    try {
      const { connections } = await call('GET /stores/connections')
      for (const connection of connections) show(connection)
    } catch {
      // Asked again in a moment.
    }
  })
  useEffect(() => {
    if (!isReading) return undefined
    const timer = setInterval(() => void ask(), ASK_EVERY_MS)
    return () => clearInterval(timer)
  }, [isReading])
}
