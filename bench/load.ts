import autocannon from 'autocannon'

/** The result of a load: requests a second, the 99th percentile in milliseconds, and responses that were not 2xx. */
export type LoadResult = Readonly<{ perSecond: number; p99Ms: number; failed: number }>

/** A request of a load; `n` counts them, so that each can be different. */
export type CreateRequest = (n: number) => { path: string; method?: 'GET' | 'POST'; body?: string }

/** Loads `url` of this machine with this many connections for five seconds, each request made by `createRequest`. */
export async function runLoad(
  url: string,
  createRequest: CreateRequest,
  { connections = 32 }: { connections?: number } = {},
): Promise<LoadResult> {
  let n = 0
  const next = () => {
    const { path, method = 'GET', body } = createRequest(n++)
    return { path, method, ...(body ? { body, headers: { 'content-type': 'application/json' } } : {}) }
  }
  const result = await autocannon({
    url,
    connections,
    duration: 5,
    requests: [{ ...next(), setupRequest: (request) => ({ ...request, ...next() }) }],
  })
  return {
    perSecond: result.requests.average,
    p99Ms: result.latency.p99,
    failed: result.non2xx + result.errors,
  }
}
