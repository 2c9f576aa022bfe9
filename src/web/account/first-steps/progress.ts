import { STEP_COUNT } from './steps.ts'

/** A user's progress: the current step, 0 to 3, and the completed ones in order (DLG-09). */
export type FirstStepsProgress = Readonly<{ step: number; completed: readonly number[] }>

/** The initial progress. */
export const NO_PROGRESS: FirstStepsProgress = { step: 0, completed: [] }

/** Marks a step as done and moves to the next one, or stays at the last one. */
export function completeStep({ step, completed }: FirstStepsProgress): FirstStepsProgress {
  return {
    step: Math.min(step + 1, STEP_COUNT - 1),
    completed: completed.includes(step)
      ? completed
      : [...completed, step].toSorted((one, other) => one - other),
  }
}

/** Moves to another step; done ones stay done. */
export function goToStep({ completed }: FirstStepsProgress, step: number): FirstStepsProgress {
  return { step, completed }
}

/** The storage of progress in the browser. */
export type ProgressStorage = () => Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

const PROGRESS_KEY = 'firstSteps'

/** Returns the user's progress at the last visit; the initial one when it is missing or invalid. */
export function readProgress(
  accountId: string,
  storage: ProgressStorage = browserStorage,
): FirstStepsProgress {
  try {
    const stored: unknown = JSON.parse(storage().getItem(PROGRESS_KEY) ?? 'null')
    if (!(stored instanceof Object) || Reflect.get(stored, 'accountId') !== accountId) return NO_PROGRESS
    const step: unknown = Reflect.get(stored, 'step')
    const completed: unknown = Reflect.get(stored, 'completed')
    if (!isStep(step) || !Array.isArray(completed) || !completed.every(isStep)) return NO_PROGRESS
    return { step, completed }
  } catch {
    return NO_PROGRESS
  }
}

/** Stores the user's progress, so that leaving the page by mistake loses nothing. */
export function saveProgress(
  accountId: string,
  progress: FirstStepsProgress,
  storage: ProgressStorage = browserStorage,
): void {
  try {
    storage().setItem(PROGRESS_KEY, JSON.stringify({ accountId, ...progress }))
  } catch {
    // Without storage it lasts until the page is left.
  }
}

/** Clears the progress once the dialog is closed. */
export function clearProgress(storage: ProgressStorage = browserStorage): void {
  try {
    storage().removeItem(PROGRESS_KEY)
  } catch {
    // Without storage there is nothing to clear.
  }
}

function isStep(value: unknown): value is number {
  return Number.isInteger(value) && Number(value) >= 0 && Number(value) < STEP_COUNT
}

const browserStorage: ProgressStorage = () => localStorage
