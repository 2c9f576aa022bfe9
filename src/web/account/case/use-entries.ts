import type { CaseEntryData } from '#features/sales/cases/contract.ts'
import { call, explainError } from '#web/app/calls/api.ts'
import type { CaseViewProps } from './case-view.tsx'
import { useState } from 'react'

/** The words of a case that are shown, and how earlier ones are read. */
export type Entries = Readonly<{
  shown: readonly CaseEntryData[]
  /** How much there is before what is shown. */
  earlier: number
  /** The place of the first of those that were read last. */
  arrived: number | undefined
  isBusy: boolean
  problem: string | undefined
  showEarlier(): Promise<void>
}>

/** The newest words of a case, and those before them that were asked for. */
export function useEntries({ purchaseId, found }: Pick<CaseViewProps, 'purchaseId' | 'found'>): Entries {
  const [read, setRead] = useState<readonly CaseEntryData[]>([])
  const [arrived, setArrived] = useState<number>()
  const [isBusy, setIsBusy] = useState(false)
  const [problem, setProblem] = useState<string>()
  const visibleEntries = mergeEntries(read, found.entries)
  const earliestPlace = visibleEntries[0]?.place ?? 1

  async function loadEarlier(): Promise<void> {
    setIsBusy(true)
    setProblem(undefined)
    try {
      const params = { purchase: purchaseId, id: found.id }
      const path = 'GET /orders/{purchase}/cases/{id}/entries'
      const { entries } = await call(path, { params, query: { before: earliestPlace } })
      setRead([...entries, ...visibleEntries])
      setArrived(entries[0]?.place)
    } catch (error) {
      setProblem(explainError(error, 'We couldn’t load the earlier messages. Please try again in a moment.'))
    } finally {
      setIsBusy(false)
    }
  }

  return {
    shown: visibleEntries,
    earlier: earliestPlace - 1,
    arrived,
    isBusy,
    problem,
    showEarlier: loadEarlier,
  }
}

/**
 * What is shown of a case: what was read before, and the newest of it; without what was read before where something between the
 * two is not known.
 */
export function mergeEntries(
  loaded: readonly CaseEntryData[],
  newest: readonly CaseEntryData[],
): readonly CaseEntryData[] {
  const from = newest[0]?.place ?? 1
  const earlierEntries = loaded.filter(({ place }) => place < from)
  return earlierEntries.at(-1)?.place === from - 1 ? [...earlierEntries, ...newest] : newest
}
