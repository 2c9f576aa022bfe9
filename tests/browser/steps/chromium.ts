import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core'
import { afterAll, expect } from 'vitest'
import { findChromium } from '../../../scripts/chromium.ts'

const { resolve } = createRequire(import.meta.url)
const axeSource = readFileSync(resolve('axe-core/axe.min.js'), 'utf8')

/** A phone and a desktop, the two widths of every page. */
export const PHONE: BrowserContextOptions = {
  viewport: { width: 390, height: 844 },
  hasTouch: true,
  isMobile: true,
}
export const DESKTOP: BrowserContextOptions = { viewport: { width: 1440, height: 900 } }

/**
 * A browser context without reduced motion. Journeys else are of somebody who does not: drawing every step of it
 * took a fifth of their time.
 */
export const WITH_MOTION: BrowserContextOptions = { reducedMotion: 'no-preference' }

/** Starts Chromium, which can connect to the shop only. */
export async function startBrowser(): Promise<Browser> {
  const executablePath = findChromium()
  if (!executablePath) throw new Error('There is no Chromium: run the tests by `npm test`, which brings one.')
  return chromium.launch({
    executablePath,
    handleSIGTERM: false,
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      `--disable-features=${[...listDisabledFeatures(), ...ADDRESS_BAR].join()}`,
    ],
  })
}

let sharedBrowser: Promise<Browser> | undefined

/**
 * Returns the browser that the files of a worker share. What a file leaves open in it is closed after the file's
 * last test.
 */
export async function openSharedBrowser(): Promise<Browser> {
  if (!(await sharedBrowser)?.isConnected()) sharedBrowser = startBrowser()
  const browser = await (sharedBrowser ??= startBrowser())
  afterAll(async () => void (await Promise.all(browser.contexts().map((context) => context.close()))))
  return browser
}

/** Chromium draws its address bar's list as a web page for every window, seen or not: a second of work each. */
const ADDRESS_BAR = [
  'PreloadTopChromeWebUI',
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
  'WebUIOmniboxFullPopup',
]

/**
 * Returns the features that Playwright disables. Of two such lists Chromium takes the last one alone, so ours has
 * to include them.
 */
function listDisabledFeatures(): string[] {
  const source = readFileSync(resolve('playwright-core/lib/coreBundle'), 'utf8')
  const list = /disabledFeatures = \[(.*?)\n\s*\]/s.exec(source)?.[1] ?? ''
  const names = [...list.matchAll(/^\s*"(\w+)"/gm)].flatMap(([, name]) => name ?? [])
  if (names.length === 0) throw new Error('Playwright keeps the features it switches off elsewhere now.')
  return names
}

/** Opens a page in a fresh browser session; its script and console errors are collected in `errors`. */
export async function freshPage(
  browser: Browser,
  options: BrowserContextOptions,
): Promise<{ page: Page; errors: string[]; close(): Promise<void> }> {
  // The service worker would answer requests which journeys watch; those about it let it in.
  const context = await browser.newContext({ serviceWorkers: 'block', reducedMotion: 'reduce', ...options })
  // Ends a hanging test; a busy machine may be slow.
  context.setDefaultTimeout(90_000)
  const page = await context.newPage()
  const errors: string[] = []
  page.on('pageerror', (error) => errors.push(error.message))
  page.on('console', (message) => {
    if (message.type() === 'error') errors.push(message.text())
  })
  return { page, errors, close: () => context.close() }
}

/** How long axe is repeated while it finds errors, in ms: text that fades in has less contrast at first. */
const AXE_PATIENCE_MS = 10_000

/**
 * Returns axe's violations of WCAG 2.2 AA that persist on the page, a line each. It would load all style sheets
 * once more (`preload`), for a rule that is not among these.
 */
export async function listAxeErrors(page: Page): Promise<string[]> {
  if (!(await page.evaluate("'axe' in window"))) await page.evaluate(axeSource)
  const until = performance.now() + AXE_PATIENCE_MS
  let violations = await runAxe(page)
  while (violations.length > 0 && performance.now() < until) {
    await page.evaluate('new Promise(requestAnimationFrame)')
    violations = await runAxe(page)
  }
  return violations
}

async function runAxe(page: Page): Promise<string[]> {
  const violations: unknown = await page.evaluate(`axe.run(document, {
    runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'],
    resultTypes: ['violations'],
    preload: { assets: ['media'] },
  }).then(({ violations }) => violations.map((one) =>
    one.id + ': ' + one.nodes.map((node) => node.target.join(' ') + ' ' + (node.any[0]?.message ?? '')).slice(0, 4).join(' | ')))`)
  return Array.isArray(violations) ? violations.map(String) : ['axe gave no answer']
}

/** Returns how many pixels the page is wider than the window; 0 without horizontal scrolling. */
export async function getHorizontalOverflow(page: Page): Promise<number> {
  const overflow: unknown = await page.evaluate(
    'document.documentElement.scrollWidth - document.documentElement.clientWidth',
  )
  return Number(overflow)
}

/** Expects no violation of WCAG 2.2 AA and no horizontal scrolling, as on every page. */
export async function expectAccessible(page: Page): Promise<void> {
  expect(await listAxeErrors(page)).toEqual([])
  expect(await getHorizontalOverflow(page)).toBe(0)
}
