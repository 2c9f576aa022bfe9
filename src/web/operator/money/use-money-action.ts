import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { explainError } from '#web/app/calls/api.ts'
import { toast } from '#web/app/toast.ts'
import { withPassword } from '#web/console/frame/password-prompt.tsx'

/** Returns how to perform a call that moves money, asking for the password where it is needed, and whether one is under way. */
export function useMoneyAction() {
  const queries = useQueryClient()
  const [isBusy, setIsBusy] = useState(false)

  async function perform(send: () => Promise<Readonly<{ message: string }>>): Promise<void> {
    setIsBusy(true)
    try {
      toast.success((await withPassword(send)).message)
    } catch (error) {
      toast.error(explainError(error, 'We couldn’t save this. Please try again in a moment.'))
    }
    await queries.invalidateQueries({ queryKey: ['operator'] })
    setIsBusy(false)
  }

  return { isBusy, perform }
}
