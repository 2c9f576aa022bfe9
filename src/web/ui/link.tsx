import { useRouter } from '@tanstack/react-router'
import type { ComponentProps, MouseEvent } from 'react'
import { isOffline } from '#web/app/offline/offline-state.ts'
import { requiresAuthDocument } from '#web/app/calls/auth-document.ts'

/**
 * Renders a link within the shop; `href` includes query and hash. It is a plain link until hydration; then it navigates
 * without a reload, and preloads the next page on hover or focus.
 */
export function Link({ href, onClick, replace = false, ...rest }: LinkProps) {
  const router = useRouter()

  function follow(event: MouseEvent<HTMLAnchorElement>): void {
    onClick?.(event)
    if (event.defaultPrevented || !isPlainClick(event) || rest.target || rest.download !== undefined) return
    if (isOffline() || requiresAuthDocument(href)) return
    event.preventDefault()
    void router.navigate({ href, replace })
  }

  function prepare(): void {
    // A failed preload is ignored: following the link reports the error. The address suffices to find the page, but the
    // router's types require `to` as well.
    router.preloadRoute({ href, to: href }).catch(() => undefined)
  }

  return <a {...rest} href={href} onClick={follow} onPointerEnter={prepare} onFocus={prepare} />
}

/** The properties of a link: those of `<a>`, with a path of this shop as `href`. */
export type LinkProps = Omit<ComponentProps<'a'>, 'href'> & { href: string; replace?: boolean }

function isPlainClick(event: MouseEvent): boolean {
  return event.button === 0 && !(event.metaKey || event.ctrlKey || event.shiftKey || event.altKey)
}
