import { lazy, memo, Suspense, useEffect, useRef, useState } from 'react'
import type { ComponentType } from 'react'
import { importWithRetry } from '#web/app/hydration/import-with-retry.ts'

/** A lazily hydrated section of a page; `prepare` is awaited by the page's `load`. */
export type LazySection<Props extends object> = Readonly<{
  prepare(): Promise<void>
  View: ComponentType<Props & { className: string }>
}>

/** How far below the window a section's scripts start to load: further than a user scrolls while they load. */
const ROOT_MARGIN = '800px'

/**
 * Returns a section far down a page, whose scripts load when the viewport comes near. The server renders it like any
 * other, and its HTML with its links is shown until then. On a client-side navigation it renders at once. Its props
 * must not change while the page is open, or React would discard the server's HTML.
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
    // Chosen once, so that the section does not load twice; the server renders synchronously and cannot await it.
    const [Part] = useState(() => loaded ?? Awaited)
    const sectionRef = useRef<HTMLDivElement>(null)
    useEffect(() => (sectionRef.current ? observeOnce(sectionRef.current, near.resolve) : undefined), [])
    return (
      <div ref={sectionRef} className={className}>
        <Suspense>
          {/* The rest are the component's props; TypeScript cannot infer this for a generic type. */}
          <Part {...(props as unknown as Props)} />
        </Suspense>
      </div>
    )
  })

  // A memo component can be used like any component, but its type differs.
  return { prepare, View: View as unknown as ComponentType<Props & { className: string }> }
}

/** Loads a section's component once `near` resolves. If that fails it never resolves, so the server's HTML stays. */
async function loadWhenNear<Part>(
  near: Promise<void>,
  load: () => Promise<Part>,
): Promise<{ default: Part }> {
  await near
  try {
    return { default: await importWithRetry(load) }
  } catch (error) {
    console.error('Could not hydrate a part of the page', error)
    return new Promise(() => undefined)
  }
}

/** Calls back once the element is at most `ROOT_MARGIN` below the window; returns a function that stops observing. */
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
