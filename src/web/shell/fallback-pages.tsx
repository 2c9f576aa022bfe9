import { useEffect, useState } from 'react'
import { isScriptLoadError, reloadForScripts } from '#web/app/hydration/import-with-retry.ts'
import { publicErrorText } from '#web/app/router/public-error.ts'
import { lazyNotFound } from './lazy-shell.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'

/**
 * Renders the error page of a page or its loader (ROUTE-30). If a page's scripts could not be loaded, as after a
 * deployment, it reloads the page.
 */
export function ErrorPage({ error }: { error: unknown }) {
  const isLost = isScriptLoadError(error)
  const [isReloading, setIsReloading] = useState(isLost)
  useEffect(() => {
    if (isLost) setIsReloading(reloadForScripts())
  }, [isLost])
  return isReloading ? <PendingPage /> : <ErrorText text={publicErrorText(error)} />
}

function ErrorText({ text }: { text: string }) {
  return (
    <section className="page-width flex flex-col items-start gap-6 py-24 md:py-36">
      <h1 className="text-2xl">Unexpected Application Error!</h1>
      <p className="max-w-prose text-ink-soft">{text}</p>
      <p className="max-w-prose text-ink-soft">Your cart is safe. Try again, or go back to the home page.</p>
      {/* A plain link: after an unexpected error the page must be reloaded. */}
      <ButtonLink href="/" target="_self">
        Back to home
      </ButtonLink>
    </section>
  )
}

/** Renders the 404 page, for unknown addresses and for pages whose loader throws it. */
export function NotFoundPage() {
  return <lazyNotFound.View className="" />
}

/** Renders the skeleton of a page that loads and has no skeleton of its own. */
export function PendingPage() {
  return (
    <div className="page-width py-16" aria-busy="true">
      <Skeleton className="h-10 w-2/3 max-w-md" />
      <div className="mt-12 grid grid-cols-2 gap-6 lg:grid-cols-4">
        {[1, 2, 3, 4].map((place) => (
          <Skeleton key={place} className="aspect-square" />
        ))}
      </div>
    </div>
  )
}
