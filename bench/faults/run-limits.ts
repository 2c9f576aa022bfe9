/** How long faults are looked for: so many rounds, and none is begun after `until` (by `performance.now()`). */
export type RunLimits = Readonly<{ rounds: number; until: number }>
