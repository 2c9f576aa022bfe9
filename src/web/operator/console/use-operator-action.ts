import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { explainError } from '#web/app/calls/api.ts'
import { toast } from '#web/app/toast.ts'
import { withPassword } from '#web/console/frame/password-prompt.tsx'

/**
 * Returns a function that performs a change, and whether one is running. It requests the password if needed;
 * `perform` returns whether the change was made.
 */
export function useOperatorAction() {
  const queries = useQueryClient()
  const [isBusy, setIsBusy] = useState(false)

  async function perform(send: () => Promise<Readonly<{ message: string }>>): Promise<boolean> {
    setIsBusy(true)
    let isDone = false
    try {
      toast.success((await withPassword(send)).message)
      isDone = true
    } catch (error) {
      toast.error(explainError(error, 'We couldn’t make this change. Please try again in a moment.'))
    }
    await queries.invalidateQueries({ queryKey: ['operator'] })
    setIsBusy(false)
    return isDone
  }

  return { isBusy, perform }
}
