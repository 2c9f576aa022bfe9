import { useEffect } from 'react'
import { leaveFirstSteps, useFirstSteps } from './first-sign-in.ts'

/** Where the first steps stand while they are open: over a page of entry. */
export function FirstSteps() {
  const shown = useFirstSteps()
  useEffect(() => leaveFirstSteps, [])
  return shown && <shown.Dialog person={shown.person} onClosed={shown.onClosed} />
}
