import { STEP_COUNT } from './steps.ts'

/** How far somebody is: the step they look at, 0 to 3, and those they have done, in their order (DLG-09). */
export type Progress = Readonly<{ step: number; completed: readonly number[] }>

/** Nothing is done yet. */
export const NO_PROGRESS: Progress = { step: 0, completed: [] }

/** The step is done, and the next one comes; the last one stays. */
export function stepDone({ step, completed }: Progress): Progress {
  return {
    step: Math.min(step + 1, STEP_COUNT - 1),
    completed: completed.includes(step)
      ? completed
      : [...completed, step].toSorted((one, other) => one - other),
  }
}

/** Another step is looked at; what is done stays so. */
export function stepChosen({ completed }: Progress, step: number): Progress {
  return { step, completed }
}

/** What of the browser progress is kept in. */
export type ProgressPlace = () => Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

const KEY = 'firstSteps'

/** How far this person was when the page was left; of somebody else, or broken, it is the beginning. */
export function readProgress(personId: string, place: ProgressPlace = BROWSER): Progress {
  try {
    const kept: unknown = JSON.parse(place().getItem(KEY) ?? 'null')
    if (!(kept instanceof Object) || Reflect.get(kept, 'personId') !== personId) return NO_PROGRESS
    const step: unknown = Reflect.get(kept, 'step')
    const completed: unknown = Reflect.get(kept, 'completed')
    if (!isStep(step) || !Array.isArray(completed) || !completed.every(isStep)) return NO_PROGRESS
    return { step, completed }
  } catch {
    return NO_PROGRESS
  }
}

/** Records how far a person is, so that a page that was left by mistake loses nothing. */
export function recordProgress(personId: string, progress: Progress, place: ProgressPlace = BROWSER): void {
  try {
    place().setItem(KEY, JSON.stringify({ personId, ...progress }))
  } catch {
    // Without a storage it lasts as long as the page.
  }
}

/** Forgets it: once the dialog is closed nobody asks any more. */
export function forgetProgress(place: ProgressPlace = BROWSER): void {
  try {
    place().removeItem(KEY)
  } catch {
    // Nothing was kept, then.
  }
}

function isStep(value: unknown): value is number {
  return Number.isInteger(value) && Number(value) >= 0 && Number(value) < STEP_COUNT
}

const BROWSER: ProgressPlace = () => localStorage
