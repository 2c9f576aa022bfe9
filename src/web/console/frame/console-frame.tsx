import { Menu as MenuIcon, Search, X } from 'lucide'
import { type ReactNode, Suspense, useEffect, useState } from 'react'
import { type StoredUser, useUser } from '#web/app/session/session.ts'
import { lazyComponent } from '#web/shared/loading/lazy-component.tsx'
import { Icon, type IconShapes } from '#web/ui/icon.tsx'
import { useIsHydrated } from '#web/ui/use-is-hydrated.ts'
import { ConsoleData, SkeletonRows } from '../data/console-data.tsx'
import { ActionLink, IconAction } from '../parts/button.tsx'
import { useModal } from '../parts/dialog.tsx'
import { LateMenu } from '../parts/late-menu.tsx'
import type { CommandSource } from './command-menu.tsx'
import { PasswordPrompt } from './password-prompt.tsx'
import { Sidebar } from './sidebar.tsx'
import { UserButton } from './user-button.tsx'

/** An entry of a console's navigation; `count` is how much waits there. */
export type ConsoleLink = Readonly<{
  href: string
  label: string
  icon: IconShapes
  count?: number | undefined
  /** Whether what waits is urgent, so that its count is in the colour of actions. */
  isLoud?: boolean
}>

/** One audience's console: its navigation, and what its command menu finds. */
export type ConsoleArea = Readonly<{
  /** The business that is shown at the top of the sidebar. */
  store: Readonly<{ name: string; about: string; logo?: string | undefined }> | undefined
  links: readonly ConsoleLink[]
  footerLinks: readonly ConsoleLink[]
  commands: CommandSource
}>

/**
 * The frame of a console: navigation at the left, search and the user at the top, the page below. The server, which knows no
 * user, draws it empty.
 */
export function ConsoleFrame(props: {
  area: (user: StoredUser) => ConsoleArea
  /** Who may see it; everybody else is told where to go. */
  type: StoredUser['type']
  /** What these people are called in a sentence, such as `suppliers`. */
  audience: string
  current: string
  children: (user: StoredUser) => ReactNode
}) {
  const isHydrated = useIsHydrated()
  const user = useUser()
  const canSee = user?.type === props.type
  return (
    <ConsoleData userId={user?.id}>
      {user && canSee ? (
        <FrameForUser key={user.id} {...props} user={user} />
      ) : (
        <main id="main" tabIndex={-1} className="min-h-dvh">
          {isHydrated ? <NoAccess {...props} user={user} /> : <EmptyFrame />}
        </main>
      )}
    </ConsoleData>
  )
}

type FrameProps = Parameters<typeof ConsoleFrame>[0] & Readonly<{ user: StoredUser }>

const UserMenu = lazyComponent(async () => (await import('./user-menu.tsx')).UserMenu)

const CommandMenu = lazyComponent(async () => (await import('./command-menu.tsx')).CommandMenu)

function FrameForUser({ area: useArea, current, children, user }: FrameProps) {
  const area = useArea(user)
  const [isNavigationOpen, setIsNavigationOpen] = useState(false)
  const [isSearching, setIsSearching] = useCommandKeys()
  return (
    <div className="lg:grid lg:grid-cols-[15rem_minmax(0,1fr)]">
      <aside className="sticky top-0 h-dvh border-e border-line bg-(--side) max-lg:hidden">
        <Sidebar area={area} current={current} />
      </aside>
      <div className="flex min-h-dvh min-w-0 flex-col">
        <header className="sticky top-0 z-20 flex h-13 items-center gap-2 border-b border-line bg-paper px-3 lg:px-6 print:hidden">
          <NavigationDrawer isOpen={isNavigationOpen} onChange={setIsNavigationOpen}>
            <Sidebar area={area} current={current} onNavigate={() => setIsNavigationOpen(false)} />
          </NavigationDrawer>
          <p className="min-w-0 flex-1 truncate text-sm font-semibold lg:hidden">{area.store?.name}</p>
          <button
            type="button"
            onClick={() => setIsSearching(true)}
            className="flex h-9 items-center gap-2.5 rounded-md text-sm text-ink-soft max-lg:size-9 max-lg:justify-center lg:w-full lg:max-w-md lg:border lg:border-line lg:bg-sheet lg:px-3 lg:hover:border-line-strong"
          >
            <Icon shapes={Search} aria-hidden="true" className="size-4" />
            <span className="max-lg:sr-only">{area.commands.placeholder}</span>
            <kbd className="ms-auto rounded-sm border border-line px-1.5 font-sans text-xs max-lg:hidden">
              Ctrl K
            </kbd>
          </button>
          <div className="lg:ms-auto">
            <LateMenu button={(request) => <UserButton user={user} {...request} />}>
              <UserMenu user={user} />
            </LateMenu>
          </div>
        </header>
        <main id="main" tabIndex={-1} className="flex-1 px-3 pt-4 pb-24 md:px-6 md:pt-5">
          <div className="mx-auto max-w-[80rem]">{children(user)}</div>
        </main>
      </div>
      <PasswordPrompt />
      {isSearching && (
        <Suspense>
          <CommandMenu area={area} onClose={() => setIsSearching(false)} />
        </Suspense>
      )}
    </div>
  )
}

/** Whether the command menu is open; Ctrl+K, Command+K and `/` open it. */
function useCommandKeys(): [boolean, (isOpen: boolean) => void] {
  const [isOpen, setIsOpen] = useState(false)
  useEffect(() => {
    function open(event: KeyboardEvent): void {
      const isShortcut = event.key.toLowerCase() === 'k' && (event.ctrlKey || event.metaKey)
      if (!isShortcut && (event.key !== '/' || isTyping(event.target))) return
      event.preventDefault()
      setIsOpen(true)
    }
    addEventListener('keydown', open)
    return () => removeEventListener('keydown', open)
  }, [])
  return [isOpen, setIsOpen]
}

function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || ['INPUT', 'TEXTAREA', 'SELECT'].includes(target.tagName))
  )
}

function NavigationDrawer(props: {
  isOpen: boolean
  onChange: (isOpen: boolean) => void
  children: ReactNode
}) {
  const { isOpen, onChange, children } = props
  const dialog = useModal(isOpen)
  return (
    <>
      <IconAction
        label="Open the navigation"
        icon={MenuIcon}
        onClick={() => onChange(true)}
        className="lg:hidden"
      />
      <dialog
        ref={dialog}
        aria-label="Navigation"
        onClose={() => onChange(false)}
        onClick={(event) => event.target === dialog.current && onChange(false)}
        className="console-drawer relative"
      >
        <IconAction
          label="Close"
          icon={X}
          onClick={() => onChange(false)}
          className="absolute! end-2 top-3"
        />
        {children}
      </dialog>
    </>
  )
}

function EmptyFrame() {
  return (
    <div className="lg:ms-60">
      <div className="h-13 border-b border-line" />
      <SkeletonRows />
    </div>
  )
}

/** Who is not signed in, or has another role. */
function NoAccess({ user, audience, current }: Omit<FrameProps, 'user'> & { user: StoredUser | undefined }) {
  const next = `next=${encodeURIComponent(current)}`
  return (
    <section className="mx-auto flex max-w-md flex-col items-start gap-3 px-4 py-24">
      <h1 className="text-2xl">{user ? `This page is for ${audience}` : 'Sign in to go on'}</h1>
      <p className="text-sm text-ink-soft">
        {user
          ? `You’re signed in as ${user.email}. Sign in with another account, or go to your own dashboard.`
          : `This page is for ${audience} of the marketplace.`}
      </p>
      <div className="mt-2 flex flex-wrap gap-2">
        <ActionLink look="primary" href={user ? '/dashboard' : `/login?${next}`}>
          {user ? 'Go to your dashboard' : 'Sign In'}
        </ActionLink>
        <ActionLink href="/marketplace">Go to the marketplace</ActionLink>
      </div>
    </section>
  )
}
