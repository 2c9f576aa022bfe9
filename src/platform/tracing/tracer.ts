/** Work whose time is recorded, with what is known at its beginning. */
export type Work = Readonly<{
  name: string
  /** Whether it answers a request, runs a job, or is done for one of these. */
  kind: 'request' | 'job' | 'internal'
  attributes?: Readonly<Record<string, string | number>>
  /** The headers of a request, which may belong to a caller's trace (`traceparent`). */
  headers?: Readonly<Record<string, string>>
}>

/** The outcome of work: a better name, what is known now, and whether it failed on our side. */
export type Outcome = Readonly<{
  name?: string
  attributes?: Readonly<Record<string, string | number>>
  isFailed?: boolean
}>

/** Records how long work takes, and what it is part of. `trace` returns what `run` does. */
export type Tracer = Readonly<{
  trace<Result>(work: Work, run: (finish: (outcome: Outcome) => void) => Promise<Result>): Promise<Result>
  /** Sends what is recorded and not sent. */
  close(): Promise<void>
}>
