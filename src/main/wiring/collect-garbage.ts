/** By then the first pages are drawn and the jobs have begun. */
const SETTLED_MS = 5_000

/**
 * Gives back, once, what the start has left behind, a tenth of what the process holds: V8 would only do so in a process that
 * allocates next to nothing, and ours looks for jobs twice a second. It takes about 0.1 s. Where Node was started without
 * `--expose-gc`, nothing happens.
 */
export function settleAfterStart(): void {
  const { gc } = globalThis
  if (!gc) return
  const settle = () => gc({ type: 'major', execution: 'async', flavor: 'last-resort' })
  setTimeout(() => void settle(), SETTLED_MS).unref()
}
