import { useState } from 'react'
import { call, isApiFailure } from '#web/app/calls/api.ts'
import type { InputOf } from '#web/app/calls/endpoints.ts'
import { toast } from '#web/app/toast.ts'
import type { ShownCase } from './case-view.tsx'
import { problemOf } from './form/send-complaint.ts'

/** Something a buyer does in a case, as the contract takes it. */
export type BuyersDoing = InputOf<'POST /orders/{purchase}/cases/{id}/act'>['body']

/** Does things in a case: what is going on, what went wrong, and whether it was done. */
export function useActing({ purchaseId, found, onChanged, onOutdated }: ShownCase) {
  const [isBusy, setIsBusy] = useState(false)
  const [problem, setProblem] = useState<string>()

  async function perform(body: BuyersDoing): Promise<boolean> {
    setIsBusy(true)
    setProblem(undefined)
    try {
      const params = { purchase: purchaseId, id: found.id }
      const { case: changed } = await call('POST /orders/{purchase}/cases/{id}/act', { params, body })
      setIsBusy(false)
      onChanged(changed)
      return true
    } catch (error) {
      setIsBusy(false)
      const words = problemOf(error)
      if (!isApiFailure(error) || !OUTDATED.includes(error.code)) setProblem(words)
      else {
        // The form may go with what it was about, so the words do not stand in it.
        toast.error(words)
        onOutdated()
      }
      return false
    }
  }

  return { isBusy, problem, perform }
}

const OUTDATED: readonly string[] = ['case_changed', 'case_state']
