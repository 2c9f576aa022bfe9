/** The name of the lock under which a session is renewed. */
const LOCK = 'session'

let last: Promise<unknown> = Promise.resolve()

/** Does `work` when nobody else does such, in no tab; where the browser has no locks (no https), in this tab only. */
export async function oneAtATime<Result>(work: () => Promise<Result>): Promise<Result> {
  if ('locks' in navigator) return navigator.locks.request(LOCK, work)
  const mine = last.then(work, work)
  last = mine
  return mine
}
