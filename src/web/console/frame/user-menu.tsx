import { LogOut, ShoppingBag, Store, UserRound } from 'lucide'
import { useNavigateTo } from '#web/app/router/navigation.ts'
import type { StoredUser } from '#web/app/session/session.ts'
import { signOut } from '#web/app/session/sign-out.ts'
import { chooseTheme, THEMES, useTheme } from '#web/app/theme/theme.ts'
import { Menu, MenuChoice, MenuItem, MenuLine } from '../parts/menu.tsx'
import { UserButton } from './user-button.tsx'

const THEME_LABELS = { system: 'Match this device', light: 'Light', dark: 'Dark' } as const
const THEME_OPTIONS = THEMES.map((value) => ({ value, label: THEME_LABELS[value] }))

/** Renders the menu of the signed-in user: purchases, account, theme, and sign-out. */
export function UserMenu({ user }: { user: StoredUser }) {
  const theme = useTheme()
  const go = useNavigateTo()

  function leave(): void {
    signOut()
    void go('/')
  }

  return (
    <Menu isOpenAtFirst trigger={<UserButton user={user} />}>
      <div className="px-2.5 py-2">
        <p className="text-sm font-semibold">
          {user.firstName} {user.lastName}
        </p>
        <p className="text-xs text-ink-soft">{user.email}</p>
      </div>
      <MenuLine />
      <MenuItem icon={ShoppingBag} onSelect={() => void go('/dashboard/orders')}>
        My purchases
      </MenuItem>
      <MenuItem icon={UserRound} onSelect={() => void go('/dashboard/profile')}>
        My account
      </MenuItem>
      <MenuItem icon={Store} onSelect={() => void go('/marketplace')}>
        Go to the marketplace
      </MenuItem>
      <MenuLine />
      <MenuChoice label="Theme" value={theme} options={THEME_OPTIONS} onChange={chooseTheme} />
      <MenuLine />
      <MenuItem icon={LogOut} onSelect={leave}>
        Log Out
      </MenuItem>
    </Menu>
  )
}
