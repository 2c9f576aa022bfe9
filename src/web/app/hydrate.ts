// The first script of a page, and the only one until the page is seen: on a slow line the others would share it with the
// words and pictures, which need none of them. What is to be fetched then stands in its own tag, the entry first.

import { keepEarlyClicks } from './hydration/early-clicks.ts'

/** How long a page may wait for its pictures before it wakes, in milliseconds. */
const PATIENCE_MS = 2_000

/** What somebody does who wants the page to answer. */
const CALLS = ['pointerdown', 'keydown', 'focusin'] as const

keepEarlyClicks()

const [entry = '', ...parts] = (
  document.querySelector('script[data-scripts]')?.getAttribute('data-scripts') ?? ''
).split(' ')

// The page was drawn for nobody: where somebody seems to be signed in, the header waits to know before it offers to sign in.
try {
  if (localStorage.getItem('user')) document.documentElement.dataset['known'] = ''
} catch {
  // Storage may be forbidden; then nobody is signed in.
}

const seen = Promise.withResolvers<void>()
const see = (): void => seen.resolve()
for (const call of CALLS) addEventListener(call, see, { once: true, passive: true })
setTimeout(see, PATIENCE_MS)
// Nothing is painted in the background, so nothing is waited for there.
if (document.hidden) see()
else void Promise.all([loaded(), painted()]).then(see)

await seen.promise
for (const call of CALLS) removeEventListener(call, see)
// All at once: the browser would only find the parts one after the other.
for (const href of parts) add('link', { rel: 'modulepreload', href })
add('script', { type: 'module', src: entry })

/** The styles and the pictures that do not wait to be scrolled to are there. */
async function loaded(): Promise<void> {
  if (document.readyState === 'complete') return
  await new Promise((resolve) => addEventListener('load', resolve, { once: true }))
}

async function painted(): Promise<void> {
  if (!PerformanceObserver.supportedEntryTypes.includes('paint')) return
  await new Promise((resolve) => new PerformanceObserver(resolve).observe({ type: 'paint', buffered: true }))
}

function add(tag: string, attributes: Readonly<Record<string, string>>): void {
  const element = document.createElement(tag)
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value)
  document.head.append(element)
}
