import { useEffect, useRef, useState } from 'react'
import type { ConnectionData, RunData } from '#features/stores/connections/contract.ts'
import { call, isApiFailure, explainError } from '#web/app/calls/api.ts'
import { readUser } from '#web/app/session/session.ts'
import { toast } from '#web/app/toast.ts'
import { type StoreConnections, SIGN_IN_TO_SAVE } from '#web/shared/connections/use-connections.ts'

/** The result of a sync as text; `needsStore` if no store is connected. */
export type SyncResult = Readonly<{
  message: string
  tone: 'plain' | 'good' | 'bad'
  needsStore?: boolean
}>

/** How often the progress of a sync is polled, in milliseconds. */
const POLL_MS = 2_000

/**
 * Returns the sync of the selection. `start` begins it; `results` has progress and outcome by store; `hasPublished` if
 * a finished one has put products into a store.
 */
export function useSync(connections: StoreConnections, onChange: () => void) {
  const [isStarting, setIsStarting] = useState(false)
  const [refusal, setRefusal] = useState<SyncResult>()
  const listed = connections.state.kind === 'listed' ? connections.state.connections : []
  const isRunning = listed.some(({ push }) => push?.state === 'running')
  usePolling(isRunning, connections, onChange)

  async function start(): Promise<void> {
    if (!readUser()) {
      toast.error(SIGN_IN_TO_SAVE)
      setRefusal({ message: SIGN_IN_TO_SAVE, tone: 'bad' })
      return
    }
    setIsStarting(true)
    setRefusal(undefined)
    try {
      const { connections: now } = await call('POST /stores/sync')
      for (const connection of now) connections.show(connection)
    } catch (error) {
      const message = explainError(error, 'Something went wrong, please try again later.')
      toast.error(message)
      setRefusal({
        message,
        tone: 'bad',
        needsStore: isApiFailure(error) && error.code === 'no_connection',
      })
    } finally {
      setIsStarting(false)
    }
  }

  return {
    isBusy: isStarting || isRunning,
    hasPublished: !isRunning && listed.some(({ push }) => push?.state === 'done' && push.done > 0),
    start,
    results: refusal ? [refusal] : listed.flatMap((one) => (one.push ? [explainRun(one, one.push)] : [])),
  }
}

/** Polls while a sync runs, and once more when it ends. */
function usePolling(isRunning: boolean, connections: StoreConnections, onChange: () => void): void {
  const latest = useRef({ connections, onChange })
  useEffect(() => {
    latest.current = { connections, onChange }
  })
  useEffect(() => {
    if (!isRunning) return
    const timer = setInterval(() => latest.current.connections.reload(), POLL_MS)
    return () => {
      clearInterval(timer)
      latest.current.onChange()
    }
  }, [isRunning])
}

/** Returns the text of a sync run. */
export function explainRun({ name }: Pick<ConnectionData, 'name'>, run: RunData): SyncResult {
  const { state, done, failed, waiting, problem } = run
  if (state === 'running')
    return {
      message: `Syncing to ${name}: ${done + failed} of ${done + failed + waiting} products done.`,
      tone: 'plain',
    }
  if (state === 'failed')
    return { message: `Syncing to ${name} stopped. ${problem ?? ''}`.trim(), tone: 'bad' }
  if (failed > 0)
    return {
      message: `${done} of ${done + failed} products are in ${name}. We couldn’t sync ${failed}.`,
      tone: 'bad',
    }
  return { message: `${done === 1 ? '1 product is' : `${done} products are`} in ${name}.`, tone: 'good' }
}
