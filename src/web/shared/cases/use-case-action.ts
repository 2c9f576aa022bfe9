import { useState } from 'react'
import { call, isApiFailure } from '#web/app/calls/api.ts'
import type { InputOf } from '#web/app/calls/endpoints.ts'
import { toast } from '#web/app/toast.ts'
import type { CaseViewProps } from './case-view.tsx'
import { explainCaseError } from './form/submit-case.ts'

/** A buyer's action in a case, as the contract's input. */
export type CaseActionInput = InputOf<'POST /orders/{purchase}/cases/{id}/act'>['body']

/** Returns a function that performs actions in a case, its pending state, and its error. */
export function useCaseAction({ purchaseId, found, onChanged, onOutdated }: CaseViewProps) {
  const [isBusy, setIsBusy] = useState(false)
  const [problem, setProblem] = useState<string>()

  async function perform(body: CaseActionInput): Promise<boolean> {
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
      const message = explainCaseError(error)
      if (!isApiFailure(error) || !OUTDATED_CODES.includes(error.code)) setProblem(message)
      else {
        // A toast, because the form may disappear with its subject.
        toast.error(message)
        onOutdated()
      }
      return false
    }
  }

  return { isBusy, problem, perform }
}

const OUTDATED_CODES: readonly string[] = ['case_changed', 'case_state']
