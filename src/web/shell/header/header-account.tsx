import { Suspense, useEffect, useState } from 'react'
import { lazyComponent } from '#web/shared/loading/lazy-component.tsx'
import { useUser } from '#web/app/session/session.ts'
import type { StoredUser } from '#web/app/session/session.ts'
import { buttonClass } from '#web/ui/button.tsx'
import { Link } from '#web/ui/link.tsx'

const AccountPopover = lazyComponent(async () => (await import('./account-popover.tsx')).AccountPopover)

/**
 * Renders the end of the wide header: 'Sign In' and 'Sign Up', or the signed-in user (HDR-15 to HDR-19). Its width is
 * fixed, and it stays empty until hydration if a user seems to be signed in, so that nothing moves or flickers.
 */
export function HeaderAccount() {
  const user = useUser()
  useEffect(() => document.documentElement.removeAttribute('data-known'), [])
  if (user) return <SignedInAccount user={user} />
  return (
    <>
      <Link href="/login" className={buttonClass({ variant: 'quiet', size: 'sm' })}>
        Sign In
      </Link>
      <Link href="/signup" className={buttonClass({ size: 'sm' })}>
        Sign Up
      </Link>
    </>
  )
}

/** Renders the user's name; its menu loads when opened. */
function SignedInAccount({ user }: { user: StoredUser }) {
  const [isOpen, setIsOpen] = useState(false)
  const name = (
    <button type="button" aria-expanded={isOpen} onClick={() => setIsOpen(true)} className={NAME}>
      <span className="truncate">
        {user.firstName} {user.lastName}
      </span>
    </button>
  )
  return isOpen ? (
    <Suspense fallback={name}>
      <AccountPopover user={user} buttonClass={NAME} />
    </Suspense>
  ) : (
    name
  )
}

const NAME = `max-w-48 ${buttonClass({ variant: 'outline', size: 'sm' })}`
