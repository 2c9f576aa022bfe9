import { ChevronsUpDown } from 'lucide'
import type { ComponentProps } from 'react'
import type { StoredUser } from '#web/app/session/session.ts'
import { lazyComponent } from '#web/shared/loading/lazy-component.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { LazyMenu } from '../parts/lazy-menu.tsx'
import { useBusiness, useBusinesses } from './business.tsx'
import type { ConsoleArea } from './console-frame.tsx'

const BusinessMenu = lazyComponent(async () => (await import('./business-menu.tsx')).BusinessMenu)

/** Renders the current business of the console; with several teams, it opens a menu. */
export function BusinessSwitcher({ user, store }: { user: StoredUser; store: ConsoleArea['store'] }) {
  const { business } = useBusiness()
  const businesses = useBusinesses(user.id).data ?? []
  const head = { ...store, name: store?.name ?? business.name }
  if (businesses.length < 2)
    return (
      <div className="px-2">
        <BusinessHead {...head} />
      </div>
    )
  return (
    <LazyMenu button={(request) => <BusinessButton head={head} {...request} />}>
      <BusinessMenu businesses={businesses} head={head} />
    </LazyMenu>
  )
}

type BusinessHeadProps = Readonly<{ name: string; about?: string | undefined; logo?: string | undefined }>

/** Renders the button of the business menu, with the current business. */
export function BusinessButton({
  head,
  ...rest
}: ComponentProps<'button'> & Readonly<{ head: BusinessHeadProps }>) {
  return (
    <button
      type="button"
      {...rest}
      className="flex w-full items-center gap-1 rounded-md px-2 py-1 text-start hover:bg-mist max-lg:min-h-11"
    >
      <span className="sr-only">Switch business. Now: </span>
      <span className="min-w-0 flex-1">
        <BusinessHead {...head} />
      </span>
      <Icon shapes={ChevronsUpDown} aria-hidden="true" className="size-4 shrink-0 text-ink-soft" />
    </button>
  )
}

/** Renders the name of a business with its logo or initial. */
export function BusinessHead({ name, about, logo }: BusinessHeadProps) {
  return (
    <span className="flex min-h-9 items-center gap-2.5">
      {logo ? (
        <img src={logo} alt="" width={28} height={28} className="size-7 rounded-sm object-cover" />
      ) : (
        <span
          aria-hidden="true"
          className="grid size-7 shrink-0 place-items-center rounded-sm bg-accent text-sm font-semibold text-on-accent"
        >
          {name.slice(0, 1).toUpperCase()}
        </span>
      )}
      <span className="min-w-0">
        <span className="block truncate text-sm leading-5 font-semibold">{name}</span>
        <span className="block truncate text-xs leading-4 text-ink-soft">{about ?? '\u00A0'}</span>
      </span>
    </span>
  )
}
