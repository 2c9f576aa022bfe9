/** The limits of a search for faults: so many rounds, and none begins after `until` (by `performance.now()`). */
export type RunLimits = Readonly<{ rounds: number; until: number }>
