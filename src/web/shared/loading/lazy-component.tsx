import { lazy } from 'react'
import type { ComponentType } from 'react'
import { importOrReload } from '#web/app/hydration/import-with-retry.ts'
import { Button } from '#web/ui/button.tsx'

/**
 * Returns a component whose scripts load when it first renders, within a `Suspense`. If they can't be loaded, the page
 * is reloaded once; if that does not help, a message replaces the component.
 */
export function lazyComponent<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): ComponentType<Props> {
  return lazy(async () => {
    try {
      return { default: await importOrReload(load) }
    } catch (error) {
      console.error('A part of the page couldn’t be loaded', error)
      return { default: ComponentUnavailable }
    }
  })
}

function ComponentUnavailable() {
  return (
    <div role="alert" className="flex flex-wrap items-center gap-4 p-4 text-sm">
      <p>We couldn’t load this.</p>
      <Button size="sm" variant="outline" onClick={() => location.reload()}>
        Reload the page
      </Button>
    </div>
  )
}
