/** When icon, text and button of the success view appear, in milliseconds after it came (PAY-06). */
export const STAGE_DELAYS_MS = [300, 800, 1300] as const

/** How many of the three can be seen `elapsedMs` after the view came; all at once for who wants no motion. */
export function stagesShown(elapsedMs: number, wantsNoMotion: boolean): number {
  return wantsNoMotion ? STAGE_DELAYS_MS.length : STAGE_DELAYS_MS.filter((delay) => delay <= elapsedMs).length
}
