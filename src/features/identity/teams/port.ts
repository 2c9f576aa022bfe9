import type { Enqueue } from '#platform/jobs/job.ts'

/** The dependencies of teams. */
export type TeamDeps = Readonly<{ publicUrl: string; enqueue: Enqueue }>
