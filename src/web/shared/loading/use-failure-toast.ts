import { useEffect } from 'react'
import { toast } from '#web/app/toast.ts'

/** Tells what went wrong with `loaded` as a toast, once for each time it was loaded. */
export function useFailureToast(loaded: object, failure: string | undefined): void {
  useEffect(() => {
    if (failure !== undefined) toast.error(failure)
  }, [loaded, failure])
}
