import { useRouter } from '@tanstack/react-router'
import type { ComponentProps, MouseEvent } from 'react'
import { isOffline } from '#web/app/offline/offline-state.ts'
import { requiresAuthDocument } from '#web/app/calls/auth-document.ts'

/**
 * Renders a link within the shop; `href` has query and hash as one text. It is a plain link until the page is
 * hydrated; then it changes the page without a reload, and fetches the next page when one points at it.
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
    // What was only pointed at may fail quietly: following it will tell. An address is enough to find the page,
    // though the router's types ask for a pattern beside it.
    router.preloadRoute({ href, to: href }).catch(() => undefined)
  }

  return <a {...rest} href={href} onClick={follow} onPointerEnter={prepare} onFocus={prepare} />
}

/** The properties of a link: those of `<a>`, with a path of this shop as `href`. */
export type LinkProps = Omit<ComponentProps<'a'>, 'href'> & { href: string; replace?: boolean }

function isPlainClick(event: MouseEvent): boolean {
  return event.button === 0 && !(event.metaKey || event.ctrlKey || event.shiftKey || event.altKey)
}
