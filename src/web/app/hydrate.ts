// The first script of a page, and the only one until the page is seen: on a slow line the others would share it with the
// words and pictures, which need none of them. What is to be fetched then stands in its own tag, the entry first.

import { replayEarlyClicks } from './hydration/early-clicks.ts'

/** How long a page may wait for its pictures before it hydrates, in milliseconds. */
const TIMEOUT_MS = 2_000

/** The events after which a page must respond. */
const INTERACTION_EVENTS = ['pointerdown', 'keydown', 'focusin'] as const

replayEarlyClicks()

const [entry = '', ...parts] = (
  document.querySelector('script[data-scripts]')?.getAttribute('data-scripts') ?? ''
).split(' ')

// The page was rendered without a user: where there may be a session, the header waits before it offers to sign in.
try {
  if (localStorage.getItem('user')) document.documentElement.dataset['known'] = ''
} catch {
  // Storage may be forbidden; then no one is signed in.
}

const ready = Promise.withResolvers<void>()
const markReady = (): void => ready.resolve()
for (const call of INTERACTION_EVENTS) addEventListener(call, markReady, { once: true, passive: true })
setTimeout(markReady, TIMEOUT_MS)
// Nothing is painted in the background, so nothing is waited for there.
if (document.hidden) markReady()
else void Promise.all([waitForLoad(), waitForPaint()]).then(markReady)

await ready.promise
for (const call of INTERACTION_EVENTS) removeEventListener(call, markReady)
// All at once: the browser would only find the parts one after the other.
for (const href of parts) appendToHead('link', { rel: 'modulepreload', href })
appendToHead('script', { type: 'module', src: entry })

/** The styles and the pictures that do not wait to be scrolled to are there. */
async function waitForLoad(): Promise<void> {
  if (document.readyState === 'complete') return
  await new Promise((resolve) => addEventListener('load', resolve, { once: true }))
}

async function waitForPaint(): Promise<void> {
  if (!PerformanceObserver.supportedEntryTypes.includes('paint')) return
  await new Promise((resolve) => new PerformanceObserver(resolve).observe({ type: 'paint', buffered: true }))
}

function appendToHead(tag: string, attributes: Readonly<Record<string, string>>): void {
  const element = document.createElement(tag)
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value)
  document.head.append(element)
}
