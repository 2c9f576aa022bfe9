/** Traced work, with its attributes at the beginning. */
export type Work = Readonly<{
  name: string
  /** The kind of work: answering a request, running a job, or a part of one of these. */
  kind: 'request' | 'job' | 'internal'
  attributes?: Readonly<Record<string, string | number>>
  /** The headers of a request, which may belong to a caller's trace (`traceparent`). */
  headers?: Readonly<Record<string, string>>
}>

/** The outcome of work: a better name, further attributes, and whether it failed on the server's side. */
export type Outcome = Readonly<{
  name?: string
  attributes?: Readonly<Record<string, string | number>>
  isFailed?: boolean
}>

/** Records the duration of work, and the work it is part of. `trace` returns the result of `run`. */
export type Tracer = Readonly<{
  trace<Result>(work: Work, run: (finish: (outcome: Outcome) => void) => Promise<Result>): Promise<Result>
  /** Sends recorded spans that were not sent yet. */
  close(): Promise<void>
}>
