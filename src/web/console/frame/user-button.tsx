import type { ComponentProps } from 'react'
import type { StoredUser } from '#web/app/session/session.ts'

/** Renders the button of the user menu, with the user's initials. */
export function UserButton({ user, ...rest }: ComponentProps<'button'> & Readonly<{ user: StoredUser }>) {
  const initials = `${user.firstName.slice(0, 1)}${user.lastName.slice(0, 1)}`.toUpperCase()
  return (
    <button
      type="button"
      {...rest}
      className="grid size-9 place-items-center rounded-full bg-mist text-xs font-semibold hover:bg-line"
    >
      <span aria-hidden="true">{initials || '·'}</span>
      <span className="sr-only">
        Account of {user.firstName} {user.lastName}
      </span>
    </button>
  )
}
