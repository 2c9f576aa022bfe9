import { useEffect } from 'react'
import { toast } from '#web/app/toast.ts'

/** Shows the failure of `loaded` as a toast, once for each load. */
export function useFailureToast(loaded: object, failure: string | undefined): void {
  useEffect(() => {
    if (failure !== undefined) toast.error(failure)
  }, [loaded, failure])
}
