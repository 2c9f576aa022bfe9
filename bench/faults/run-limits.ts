/**
 * The limits of a search for faults: the number of rounds, and the latest start of one, `until`
 * (`performance.now()`).
 */
export type RunLimits = Readonly<{ rounds: number; until: number }>
