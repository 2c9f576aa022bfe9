import { mkdirSync } from 'node:fs'
import { link } from 'node:fs/promises'
import path from 'node:path'
import type { Locator, Page } from 'playwright-core'

/** Pictures a second; the browser is given all the time it needs for each. */
export const FRAMES_PER_SECOND = 25

/** Films one scene. Every picture is a screenshot of the page at that time, with a drawn pointer. */
export type Camera = Readonly<{
  page: Page
  /** Returns the duration of the scene so far, in seconds. */
  seconds(): number
  /** Films the page without a change, for viewers to look at. */
  hold(seconds: number): Promise<void>
  /** Scrolls the page to a number of pixels, or until an element is in its upper part. */
  scroll(to: number | Locator, seconds: number): Promise<void>
  /** Moves the pointer to something. */
  point(target: Locator, seconds?: number): Promise<void>
  /** Moves the pointer there, and presses. */
  press(target: Locator): Promise<void>
  /** Writes letter by letter into what has the focus. */
  write(text: string): Promise<void>
}>

/** The offset of a scrolled element from the window's top, in pixels: below the sticky header. */
const SCROLL_OFFSET = 190

type Point = Readonly<{ x: number; y: number }>

/** Creates a camera before a page; its pictures are numbered files in `folder`. The pointer begins at `from`. */
export function createCamera(page: Page, folder: string, from: Point): Camera {
  let frames = 0
  let pointer = from
  mkdirSync(folder, { recursive: true })
  const file = (frame: number): string => path.join(folder, `${String(frame).padStart(5, '0')}.jpg`)

  async function captureFrame(isDown = false): Promise<void> {
    await page.mouse.move(pointer.x, pointer.y)
    await page.evaluate(drawPointer, { ...pointer, isDown })
    await page.screenshot({ type: 'jpeg', quality: 95, path: file(frames) })
    frames += 1
  }

  async function hold(seconds: number): Promise<void> {
    await captureFrame()
    const last = file(frames - 1)
    // Unchanged pictures are the same file under many names.
    for (let remaining = toFrameCount(seconds) - 1; remaining > 0; remaining -= 1, frames += 1)
      await link(last, file(frames))
  }

  async function animate(seconds: number, at: (share: number) => Promise<void> | void): Promise<void> {
    const count = toFrameCount(seconds)
    for (let frame = 1; frame <= count; frame += 1) {
      await at(ease(frame / count))
      await captureFrame()
    }
  }

  async function scroll(to: number | Locator, seconds: number): Promise<void> {
    const start = await page.evaluate(() => scrollY)
    const end = typeof to === 'number' ? to : start + (await getBox(to)).y - SCROLL_OFFSET
    await animate(seconds, (share) => page.evaluate((y) => scrollTo(0, y), start + (end - start) * share))
  }

  async function point(target: Locator, seconds = 0.6): Promise<void> {
    const start = pointer
    const end = await getCenter(target)
    await animate(seconds, (share) => {
      pointer = { x: start.x + (end.x - start.x) * share, y: start.y + (end.y - start.y) * share }
    })
  }

  async function press(target: Locator): Promise<void> {
    await point(target)
    const { y } = pointer
    if (y < 0 || y > (page.viewportSize()?.height ?? 0)) throw new Error(`It is out of sight: ${target}`)
    for (let frame = 0; frame < 4; frame += 1) await captureFrame(true)
    await page.mouse.click(pointer.x, pointer.y)
  }

  async function write(text: string): Promise<void> {
    for (const character of text) {
      await page.keyboard.type(character)
      await hold(0.12)
    }
  }

  return { page, seconds: () => frames / FRAMES_PER_SECOND, hold, scroll, point, press, write }
}

function toFrameCount(seconds: number): number {
  return Math.max(Math.round(seconds * FRAMES_PER_SECOND), 1)
}

/** Eases in and out. */
function ease(share: number): number {
  return (1 - Math.cos(Math.PI * share)) / 2
}

async function getCenter(target: Locator): Promise<Point> {
  const { x, y, width, height } = await getBox(target)
  return { x: x + width / 2, y: y + height / 2 }
}

async function getBox(target: Locator): Promise<Point & { width: number; height: number }> {
  const box = await target.boundingBox()
  if (!box) throw new Error(`It is not on the page: ${target}`)
  return box
}

/** Runs in the page: screenshots do not show the pointer of the browser. */
function drawPointer({ x, y, isDown }: Point & { isDown: boolean }): void {
  const existingPointer = document.getElementById('film-pointer')
  const pointer = existingPointer ?? document.createElement('div')
  if (!existingPointer) {
    pointer.id = 'film-pointer'
    pointer.innerHTML =
      '<svg width="26" height="26" viewBox="0 0 24 24"><path d="M4 2v17.5l4.6-4.3 2.9 6.6 3-1.3-2.9-6.5H18z" fill="#1c1a17" stroke="#fff" stroke-width="1.4"/></svg>'
    document.documentElement.append(pointer)
  }
  Object.assign(pointer.style, {
    position: 'fixed',
    inset: '0 auto auto 0',
    zIndex: '2147483647',
    pointerEvents: 'none',
    transformOrigin: '4px 2px',
    transform: `translate(${x - 4}px, ${y - 2}px) scale(${isDown ? 0.82 : 1})`,
  })
}
