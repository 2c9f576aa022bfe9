import { LayoutDashboard, LogOut } from 'lucide'
import { Icon } from '#web/ui/icon.tsx'
import { dashboardHref } from '#web/app/session/dashboard-href.ts'
import { signOut } from '#web/app/session/sign-out.ts'
import type { StoredUser } from '#web/app/session/session.ts'
import { useNavigateTo } from '#web/app/router/navigation.ts'
import { readSettings } from '#web/app/browser-settings.ts'

const ENTRY = 'flex min-h-11 w-full items-center gap-3 rounded-md px-3 text-start hover:bg-mist'

/** Renders the menu of the signed-in user (HDR-18, HDR-19, HDR-21); `onDone` closes it. */
export function AccountMenu({ user, onDone }: { user: StoredUser; onDone: () => void }) {
  const go = useNavigateTo()

  function close(): void {
    onDone()
    signOut()
    void go('/')
  }

  return (
    <ul className="text-sm">
      <li>
        <a
          href={dashboardHref(user.id, readSettings().dashboardUrl)}
          target="_blank"
          rel="noopener"
          onClick={onDone}
          className={ENTRY}
        >
          <Icon
            shapes={LayoutDashboard}
            aria-hidden="true"
            className="size-4.5 text-ink-soft"
            strokeWidth={1.5}
          />
          My Dashboard
          <span className="sr-only">(opens in a new tab)</span>
        </a>
      </li>
      <li>
        <button type="button" onClick={close} className={ENTRY}>
          <Icon shapes={LogOut} aria-hidden="true" className="size-4.5 text-ink-soft" strokeWidth={1.5} />
          Log Out
        </button>
      </li>
    </ul>
  )
}
