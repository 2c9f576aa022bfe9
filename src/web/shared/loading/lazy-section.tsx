import { lazy, memo, Suspense, useEffect, useRef, useState } from 'react'
import type { ComponentType } from 'react'
import { importWithRetry } from '#web/app/hydration/import-with-retry.ts'

/** A lazily hydrated section of a page; `prepare` is awaited by the page's `load`. */
export type LazySection<Props extends object> = Readonly<{
  prepare(): Promise<void>
  View: ComponentType<Props & { className: string }>
}>

/** How far below the window a section's scripts start to load: further than one scrolls in that time. */
const ROOT_MARGIN = '800px'

/**
 * Returns a section far down a page whose scripts load when it comes near. The server renders it like any other,
 * and its HTML stands until then, with its links. On a page opened within the shop it is there at once. Its props
 * must not change while the page stands, or React would remove the server's HTML.
 */
export function lazySection<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): LazySection<Props> {
  const near = Promise.withResolvers<void>()
  let loaded: ComponentType<Props> | undefined

  async function prepare(): Promise<void> {
    loaded ??= await importWithRetry(load)
    near.resolve()
  }

  const Awaited = lazy(() => loadWhenNear(near.promise, load))

  const View = memo(function LazyView({ className, ...props }: Props & { className: string }) {
    // Chosen once, so that it does not begin again; a server draws in one go and cannot await it.
    const [Part] = useState(() => loaded ?? Awaited)
    const sectionRef = useRef<HTMLDivElement>(null)
    useEffect(() => (sectionRef.current ? observeOnce(sectionRef.current, near.resolve) : undefined), [])
    return (
      <div ref={sectionRef} className={className}>
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
async function loadWhenNear<Part>(
  near: Promise<void>,
  load: () => Promise<Part>,
): Promise<{ default: Part }> {
  await near
  try {
    return { default: await importWithRetry(load) }
  } catch (error) {
    console.error('A part of the page stays as the server drew it', error)
    return new Promise(() => undefined)
  }
}

/** Calls back once when the element is in the window or `ROOT_MARGIN` below it; returns what stops the observer. */
function observeOnce(element: Element, callback: () => void): () => void {
  const watch = new IntersectionObserver(
    (entries) => {
      if (!entries.some(({ isIntersecting }) => isIntersecting)) return
      watch.disconnect()
      callback()
    },
    { rootMargin: ROOT_MARGIN },
  )
  watch.observe(element)
  return () => watch.disconnect()
}
