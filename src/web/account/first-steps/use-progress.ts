import { useState } from 'react'
import { NO_PROGRESS, readProgress, recordProgress, stepChosen, stepDone } from './progress.ts'
import type { Progress } from './progress.ts'

/** How far a person is, recorded in this browser at every step. */
export function useProgress(personId: string) {
  const [progress, setProgress] = useState(() => readProgress(personId))

  function record(changed: Progress): void {
    setProgress(changed)
    recordProgress(personId, changed)
  }

  return {
    ...progress,
    done: () => record(stepDone(progress)),
    choose: (step: number) => record(stepChosen(progress, step)),
    reset: () => record(NO_PROGRESS),
  }
}
