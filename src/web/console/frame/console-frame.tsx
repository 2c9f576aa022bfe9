import { Menu as MenuIcon, Search, X } from 'lucide'
import { type ReactNode, Suspense, useEffect, useState } from 'react'
import { explainMissingPermission } from '#core/access/missing-permission.ts'
import type { Permission } from '#core/access/permissions.ts'
import { BUSINESS_HOMES, forgetBusiness, useSelectedBusiness } from '#web/app/session/choose-business.ts'
import { type StoredUser, useUser } from '#web/app/session/session.ts'
import { lazyComponent } from '#web/shared/loading/lazy-component.tsx'
import { Icon, type IconShapes } from '#web/ui/icon.tsx'
import { useIsHydrated } from '#web/ui/use-is-hydrated.ts'
import { ConsoleData, SkeletonRows } from '../data/console-data.tsx'
import { ActionLink, IconAction } from '../parts/button.tsx'
import { useModal } from '../parts/dialog.tsx'
import { LazyMenu } from '../parts/lazy-menu.tsx'
import { Empty } from '../parts/panel.tsx'
import type { CommandSource } from './command-menu.tsx'
import { type ActingBusiness, BusinessProvider, useActingBusiness } from './business.tsx'
import { BusinessHead, BusinessSwitcher } from './business-switcher.tsx'
import { Announcements } from './announcements.tsx'
import { NoAccess } from './no-access.tsx'
import { PasswordPrompt } from './password-prompt.tsx'
import { Sidebar } from './sidebar.tsx'
import { UserButton } from './user-button.tsx'
import { ViewingBar } from './viewing-bar.tsx'

/** An entry of a console's navigation; `count` is the number of open tasks there. */
export type ConsoleLink = Readonly<{
  href: string
  label: string
  icon: IconShapes
  /** The required permission, without which the entry is hidden. */
  needs?: Permission
  count?: number | undefined
  /** Whether the tasks are urgent, so that the count has the accent colour. */
  isLoud?: boolean
}>

/** The console of an audience: its navigation, and the source of its command menu. */
export type ConsoleArea = Readonly<{
  /** The business at the top of the sidebar. */
  store: Readonly<{ name: string; about: string; logo?: string | undefined }> | undefined
  links: readonly ConsoleLink[]
  footerLinks: readonly ConsoleLink[]
  commands: CommandSource
}>

type FrameProps = Readonly<{
  area: (user: StoredUser) => ConsoleArea
  /** The type of account of the console; other users get links. */
  type: StoredUser['type']
  /** The name of the audience in a sentence, such as `suppliers`. */
  audience: string
  current: string
  /** The permission that the page needs. */
  needs?: Permission | undefined
  children: (user: StoredUser) => ReactNode
}>

/**
 * Renders the frame of a console: navigation at the left, search and user menu at the top, the page below. The
 * server, which knows no user, renders it empty.
 */
export function ConsoleFrame(props: FrameProps) {
  const user = useUser()
  return (
    <ConsoleData userId={user?.id}>
      <FrameOfBusiness {...props} user={user} />
    </ConsoleData>
  )
}

/** Renders the frame for the user's business, or links for users without one. */
function FrameOfBusiness(props: FrameProps & Readonly<{ user: StoredUser | undefined }>) {
  const { type, user } = props
  const isHydrated = useIsHydrated()
  const acting = useActingBusiness(user, type)
  if (user && type === 'operator' && user.type === 'operator')
    return <MarketplaceFrame {...props} user={user} />
  if (user && acting)
    return (
      <BusinessProvider acting={acting}>
        <FrameForUser key={`${user.id} ${acting.business.id}`} {...props} user={user} acting={acting} />
      </BusinessProvider>
    )
  return (
    <main id="main" tabIndex={-1} className="min-h-dvh">
      {isHydrated && acting === null ? <NoAccess {...props} user={user} /> : <EmptyFrame />}
    </main>
  )
}

/** Renders the operators' own console, which has no business; it ends a view of one in this tab. */
function MarketplaceFrame(props: ShownFrameProps) {
  const chosen = useSelectedBusiness()
  useEffect(() => {
    if (chosen) forgetBusiness()
  }, [chosen])
  // Calls would still be made for the viewed business.
  if (chosen) return <EmptyFrame />
  return <FrameForUser key={props.user.id} {...props} />
}

const UserMenu = lazyComponent(async () => (await import('./user-menu.tsx')).UserMenu)

const CommandMenu = lazyComponent(async () => (await import('./command-menu.tsx')).CommandMenu)

type ShownFrameProps = FrameProps & Readonly<{ user: StoredUser; acting?: ActingBusiness }>

/** Returns a console without the entries that the user's role excludes. */
function useAllowedArea({ area: useArea, user, acting }: ShownFrameProps): ConsoleArea {
  const area = useArea(user)
  const isAllowed = ({ needs }: Readonly<{ needs?: Permission }>) => !needs || !acting || acting.can(needs)
  return {
    ...area,
    links: area.links.filter(isAllowed),
    footerLinks: area.footerLinks.filter(isAllowed),
    commands: { ...area.commands, actions: area.commands.actions.filter(isAllowed) },
  }
}

function FrameForUser(props: ShownFrameProps) {
  const { current, user, acting } = props
  const area = useAllowedArea(props)
  const [isNavigationOpen, setIsNavigationOpen] = useState(false)
  const [isSearching, setIsSearching] = useCommandKeys()
  const head = acting ? (
    <BusinessSwitcher user={user} store={area.store} />
  ) : (
    <div className="px-2">
      <BusinessHead name={area.store?.name ?? '\u00A0'} about={area.store?.about} logo={area.store?.logo} />
    </div>
  )
  return (
    <div className="lg:grid lg:grid-cols-[15rem_minmax(0,1fr)]">
      <aside className="sticky top-0 h-dvh border-e border-line bg-(--side) max-lg:hidden">
        <Sidebar head={head} area={area} current={current} />
      </aside>
      <div className="flex min-h-dvh min-w-0 flex-col">
        <header className="sticky top-0 z-20 print:hidden">
          <div className="flex h-13 items-center gap-2 border-b border-line bg-paper px-3 lg:px-6">
            <NavigationDrawer isOpen={isNavigationOpen} onChange={setIsNavigationOpen}>
              <Sidebar
                head={head}
                area={area}
                current={current}
                onNavigate={() => setIsNavigationOpen(false)}
              />
            </NavigationDrawer>
            <p className="min-w-0 flex-1 truncate text-sm font-semibold lg:hidden">{area.store?.name}</p>
            <SearchAction placeholder={area.commands.placeholder} onOpen={() => setIsSearching(true)} />
            <div className="lg:ms-auto">
              <LazyMenu button={(request) => <UserButton user={user} {...request} />}>
                <UserMenu user={user} />
              </LazyMenu>
            </div>
          </div>
          {acting?.isViewing && <ViewingBar acting={acting} />}
        </header>
        <main id="main" tabIndex={-1} className="flex-1 px-3 pt-4 pb-24 md:px-6 md:pt-5">
          <div className="mx-auto max-w-[80rem]">
            <FramedPage {...props} />
          </div>
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

/** Renders the page below the announcements, or the permission that the user's role lacks. */
function FramedPage({ type, needs, children, user, acting }: ShownFrameProps) {
  if (needs && acting && !acting.can(needs)) return <NotIncluded acting={acting} needs={needs} />
  if (type === 'operator') return children(user)
  return (
    <>
      <Announcements audience={type === 'vendor' ? 'vendors' : 'suppliers'} />
      {children(user)}
    </>
  )
}

function SearchAction({ placeholder, onOpen }: { placeholder: string; onOpen: () => void }) {
  return (
    <button
      type="button"
      onClick={onOpen}
      className="flex h-9 items-center gap-2.5 rounded-md text-sm text-ink-soft max-lg:size-9 max-lg:justify-center lg:w-full lg:max-w-md lg:border lg:border-line lg:bg-sheet lg:px-3 lg:hover:border-line-strong"
    >
      <Icon shapes={Search} aria-hidden="true" className="size-4" />
      <span className="max-lg:sr-only">{placeholder}</span>
      <kbd className="ms-auto rounded-sm border border-line px-1.5 font-sans text-xs max-lg:hidden">
        Ctrl K
      </kbd>
    </button>
  )
}

/** Renders that the user's role does not include a page. */
function NotIncluded({ acting, needs }: { acting: ActingBusiness; needs: Permission }) {
  const { type, roles } = acting.business
  return (
    <Empty
      title={acting.isViewing ? 'You’re viewing only' : 'Your role doesn’t include this page'}
      text={
        acting.isViewing
          ? 'This page makes changes, which isn’t possible while you view a dashboard as an operator.'
          : explainMissingPermission(type, roles, needs)
      }
    >
      <ActionLink href={BUSINESS_HOMES[type]}>Go to the start page</ActionLink>
    </Empty>
  )
}

/** Returns whether the command menu is open; Ctrl+K, Command+K and `/` open it. */
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
