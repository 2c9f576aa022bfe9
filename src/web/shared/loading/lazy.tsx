import { lazy, memo, Suspense, useEffect, useRef, useState } from 'react'
import type { ComponentType } from 'react'
import { lateScripts } from '#web/app/hydration/late-scripts.ts'

/** A part of a page that wakes up late; `prepare` is awaited by the page's `load`. */
export type Late<Props extends object> = Readonly<{
  prepare(): Promise<void>
  View: ComponentType<Props & { className: string }>
}>

/** How far below the window a part may be when its scripts are fetched: further than one scrolls in that time. */
const AHEAD = '800px'

/**
 * A part far down a page: the server draws it like any other, the browser fetches its scripts when it comes near, and
 * until then what the server drew stands, with its links. On a page opened within the shop it is there at once. What
 * it is given must not change while the page stands, or React would take the server's drawing away.
 */
export function late<Props extends object>(load: () => Promise<ComponentType<Props>>): Late<Props> {
  const near = Promise.withResolvers<void>()
  let loaded: ComponentType<Props> | undefined

  async function prepare(): Promise<void> {
    loaded ??= await lateScripts(load)
    near.resolve()
  }

  const Awaited = lazy(() => whenNear(near.promise, load))

  const View = memo(function LateView({ className, ...props }: Props & { className: string }) {
    // Chosen once, so that it does not begin anew; a server draws in one go and cannot await it.
    const [Part] = useState(() => loaded ?? Awaited)
    const place = useRef<HTMLDivElement>(null)
    useEffect(() => (place.current ? onceNear(place.current, near.resolve) : undefined), [])
    return (
      <div ref={place} className={className}>
        <Suspense>
          {/* All but the class is the part's; the compiler cannot tell from a rest of a generic. */}
          <Part {...(props as unknown as Props)} />
        </Suspense>
      </div>
    )
  })

  // A memo is a component in all but the letter of its type.
  return { prepare, View: View as unknown as ComponentType<Props & { className: string }> }
}

/** Scripts that do not come leave the server's drawing as it is: better than a page that falls over. */
async function whenNear<Part>(near: Promise<void>, load: () => Promise<Part>): Promise<{ default: Part }> {
  await near
  try {
    return { default: await lateScripts(load) }
  } catch (error) {
    console.error('A part of the page stays as the server drew it', error)
    return new Promise(() => undefined)
  }
}

/** Tells once when the element is on the screen or `AHEAD` of it; gives what stops the watch. */
function onceNear(element: Element, tell: () => void): () => void {
  const watch = new IntersectionObserver(
    (seen) => {
      if (!seen.some(({ isIntersecting }) => isIntersecting)) return
      watch.disconnect()
      tell()
    },
    { rootMargin: AHEAD },
  )
  watch.observe(element)
  return () => watch.disconnect()
}
