import type { KilledShop } from './killed-shop.ts'

/**
 * The points at which the process is killed. The provider does not know of what we have committed; it has done it
 * and we have not read its response; we have read it and not stored it.
 */
export const INTERRUPTION_POINTS = [
  'before it is asked',
  'before its answer is read',
  'before its answer is kept',
] as const

/** A point at which the process is killed. */
export type InterruptionPoint = (typeof INTERRUPTION_POINTS)[number]

/** The outcome of an interrupted effect: its count in both records, and whether ours mark it as done. */
export type Outcome = Readonly<{ theirs: number; ours: number; isDone: boolean; byHand?: boolean }>

/** Several effects of a kind that one kill interrupts. */
export type PreparedEffect = Readonly<{
  count: number
  /**
   * Closes the gate of the point and sets them off; what asked for them never hears an answer. Returns how many have come to the
   * point.
   */
  begin(point: InterruptionPoint): Promise<() => Promise<number>>
  /** Repeats after the restart what people, providers and timers do, until all is done. */
  finish(): Promise<void>
  outcomes(): Promise<readonly Outcome[]>
}>

/** A kind of effect at an outside system. */
export type Effect = Readonly<{ name: string; prepare(shop: KilledShop): Promise<PreparedEffect> }>

/** Starts calls whose process is about to be killed. */
export function startCalls(calls: readonly Promise<unknown>[]): void {
  for (const call of calls) void call.catch(() => undefined)
}
