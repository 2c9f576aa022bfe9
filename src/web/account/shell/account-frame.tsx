import { Icon } from '#web/ui/icon.tsx'
import { type StoredUser, useUser } from '#web/app/session/session.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { Link } from '#web/ui/link.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { useIsHydrated } from '#web/ui/use-is-hydrated.ts'
import { ACCOUNT_LINKS } from './sections.ts'
import { Fragment, type ReactNode, useEffect, useRef } from 'react'

type FrameProps = Readonly<{
  /** The current address in the navigation, to which a sign-in returns. */
  current: string
  address?: string
  /** Omitted when the content has its own heading. */
  title?: string
  children: (user: StoredUser) => ReactNode
}>

/**
 * Renders a page of the account: navigation beside the content, above it on a phone. `children` renders for the
 * signed-in user, again when the user changes; the server, which knows no user, renders the skeleton.
 */
export function AccountFrame({ current, address = current, title, children }: FrameProps) {
  const isHydrated = useIsHydrated()
  const user = useUser()
  if (isHydrated && !user) return <SignInHint back={address} />
  return (
    <AccountColumns current={current}>
      <Fragment key={user?.id ?? ''}>
        {title !== undefined && <h1 className="mb-6 text-2xl wrap-anywhere md:mb-8">{title}</h1>}
        {user ? children(user) : <FrameSkeleton />}
      </Fragment>
    </AccountColumns>
  )
}

/** Renders the account's navigation beside a page's content. */
export function AccountColumns({ current, children }: { current: string; children: ReactNode }) {
  return (
    <div className="page-width pt-8 pb-16 md:pt-14 md:pb-24 lg:grid lg:grid-cols-12 lg:gap-12">
      <AccountNav current={current} />
      <div className="min-w-0 lg:col-span-9">{children}</div>
    </div>
  )
}

/** Renders the skeleton of an account page's content. */
export function FrameSkeleton() {
  return (
    <div aria-busy="true" className="flex flex-col gap-5">
      <p className="sr-only">Loading</p>
      <Skeleton className="h-40 rounded-md" />
      <Skeleton className="h-40 rounded-md" />
    </div>
  )
}

function AccountNav({ current }: { current: string }) {
  const navigation = useRef<HTMLUListElement>(null)
  // On phones the entries form a row wider than the screen. Only the row is scrolled, never the page.
  useEffect(() => {
    const row = navigation.current
    const currentItem = row?.querySelector('[aria-current=page]')
    if (!row || !currentItem) return
    const middle = (box: DOMRect): number => box.left + box.width / 2
    row.scrollLeft += middle(currentItem.getBoundingClientRect()) - middle(row.getBoundingClientRect())
  }, [current])
  return (
    <nav aria-label="Your account" className="mb-8 lg:col-span-3 lg:mb-0">
      <ul
        ref={navigation}
        className="flex gap-2 overflow-x-auto pb-2 lg:sticky lg:top-48 lg:flex-col lg:gap-1 lg:overflow-visible lg:pb-0"
      >
        {ACCOUNT_LINKS.map(({ href, label, icon }) => (
          <li key={href} className="shrink-0">
            <Link
              href={href}
              aria-current={href === current ? 'page' : undefined}
              className="flex min-h-11 items-center gap-3 rounded-full border border-line-strong px-4 text-sm whitespace-nowrap hover:bg-mist aria-[current=page]:border-ink aria-[current=page]:bg-ink aria-[current=page]:text-paper lg:rounded-md lg:border-transparent lg:aria-[current=page]:border-transparent lg:aria-[current=page]:bg-mist lg:aria-[current=page]:font-medium lg:aria-[current=page]:text-ink"
            >
              <Icon shapes={icon} aria-hidden="true" className="size-4 max-lg:hidden" strokeWidth={1.5} />
              {label}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}

/** Renders a request to sign in for guests, who then return to `back`. */
function SignInHint({ back }: { back: string }) {
  const next = `next=${encodeURIComponent(back)}`
  return (
    <section className="page-width flex flex-col items-start gap-4 pt-14 pb-20 md:pt-24 md:pb-32">
      <h1 className="text-2xl">Sign in to see your account</h1>
      <p className="max-w-prose text-ink-soft">
        Your orders, addresses and settings are in your account. To see an order you placed as a guest, open
        the link in its confirmation email.
      </p>
      <div className="mt-4 flex flex-wrap gap-3">
        <ButtonLink href={`/login?${next}`}>Sign In</ButtonLink>
        <ButtonLink href={`/signup?${next}`} variant="outline">
          Sign Up
        </ButtonLink>
      </div>
    </section>
  )
}
