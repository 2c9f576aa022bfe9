import type { Enqueue } from '#platform/jobs/job.ts'

/** What teams need of the installation. */
export type TeamDeps = Readonly<{ publicUrl: string; enqueue: Enqueue }>
