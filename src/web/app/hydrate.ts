// The first script of a page, and the only one until the page is visible: on a slow connection other scripts would
// compete with text and pictures, which need none of them. Its tag lists the files to fetch then, the entry first.

import { replayEarlyClicks } from './hydration/early-clicks.ts'

/** The longest wait for a page's pictures before hydration, in milliseconds. */
const TIMEOUT_MS = 2_000

/** The events that trigger hydration at once. */
const INTERACTION_EVENTS = ['pointerdown', 'keydown', 'focusin'] as const

replayEarlyClicks()

const [entry = '', ...parts] = (
  document.querySelector('script[data-scripts]')?.getAttribute('data-scripts') ?? ''
).split(' ')

// The page was rendered without a user: if there may be a session, the header waits before it offers to sign in.
try {
  if (localStorage.getItem('user')) document.documentElement.dataset['known'] = ''
} catch {
  // Storage may be forbidden; then no user is signed in.
}

const ready = Promise.withResolvers<void>()
const markReady = (): void => ready.resolve()
for (const call of INTERACTION_EVENTS) addEventListener(call, markReady, { once: true, passive: true })
setTimeout(markReady, TIMEOUT_MS)
// A background page is not painted, so there is nothing to wait for.
if (document.hidden) markReady()
else void Promise.all([waitForLoad(), waitForPaint()]).then(markReady)

await ready.promise
for (const call of INTERACTION_EVENTS) removeEventListener(call, markReady)
// All at once, because the browser would discover them one after the other.
for (const href of parts) appendToHead('link', { rel: 'modulepreload', href })
appendToHead('script', { type: 'module', src: entry })

/** Waits for the styles and the pictures that are not lazy. */
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
