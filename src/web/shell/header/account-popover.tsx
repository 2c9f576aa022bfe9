import type { StoredUser } from '#web/app/session/session.ts'
import { Popover } from '#web/ui/popover.tsx'
import { AccountMenu } from './account-menu.tsx'
import { ThemeSwitch } from '../theme-switch.tsx'

/** Renders the name in the header with its menu. The menu is open at first, as this component loads on a click. */
export function AccountPopover({ user, buttonClass }: { user: StoredUser; buttonClass: string }) {
  return (
    <Popover
      startsOpen
      button={
        <span className="truncate">
          {user.firstName} {user.lastName}
        </span>
      }
      buttonClass={buttonClass}
      sheetClass="right-0 w-68 p-2"
    >
      {(close) => (
        <>
          <AccountMenu user={user} onDone={close} />
          <ThemeSwitch className="mt-2 border-t border-line px-1 pt-3 pb-1" />
        </>
      )}
    </Popover>
  )
}
