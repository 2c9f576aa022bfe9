import type { Browser } from 'playwright-core'

/** The used fields of an event of Chromium's trace; `tdur` is CPU time in microseconds. */
type TraceEvent = Readonly<{
  name: string
  ph: string
  pid: number
  tid: number
  tdur?: number
  args?: Readonly<{ name?: string }>
}>

/**
 * Returns the processor time of each task of the page's main thread meanwhile. It is in milliseconds, longest
 * first. Unlike the time between frames it does not grow when others keep the machine busy.
 */
export async function measureMainThreadTasks(
  browser: Browser,
  action: () => Promise<void>,
): Promise<number[]> {
  const session = await browser.newBrowserCDPSession()
  const events: TraceEvent[] = []
  // The protocol's type of an event is only object.
  session.on('Tracing.dataCollected', ({ value }) => events.push(...(value as unknown as TraceEvent[])))
  const complete = new Promise((resolve) => session.once('Tracing.tracingComplete', resolve))
  await session.send('Tracing.start', { traceConfig: { includedCategories: ['toplevel'] } })
  await action()
  await session.send('Tracing.end')
  await complete
  await session.detach()
  return findBusiestThread(events).toSorted((one, other) => other - one)
}

/** Returns the main thread with the most work; those of other pages are idle. */
function findBusiestThread(events: readonly TraceEvent[]): number[] {
  const threads = new Map<string, number[]>()
  for (const { name, args, pid, tid } of events)
    if (name === 'thread_name' && args?.name === 'CrRendererMain') threads.set(`${pid} ${tid}`, [])
  for (const { name, ph, pid, tid, tdur } of events)
    if (ph === 'X' && name.endsWith('RunTask')) threads.get(`${pid} ${tid}`)?.push((tdur ?? 0) / 1_000)
  const sum = (times: readonly number[]): number => times.reduce((total, duration) => total + duration, 0)
  return [...threads.values()].toSorted((one, other) => sum(other) - sum(one))[0] ?? []
}
