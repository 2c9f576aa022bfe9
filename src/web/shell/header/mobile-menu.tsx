import { useUser } from '#web/app/session/session.ts'
import { listCategories } from '#web/shared/product/category-names.ts'
import { PRESET_LISTINGS } from '#web/shared/search/marketplace-search.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { Drawer } from '#web/ui/drawer.tsx'
import { Link } from '#web/ui/link.tsx'
import { ThemeSwitch } from '../theme-switch.tsx'
import { AccountMenu } from './account-menu.tsx'
import { HeaderSearch } from './header-search.tsx'
import { HeaderSelectors } from './header-selectors.tsx'
import type { ReactNode } from 'react'

/** Renders the menu of narrow screens, with the same search, links and choices as the wide header (HDR-20, HDR-22). */
export function MobileMenu({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  return (
    <Drawer isOpen={isOpen} onClose={onClose} title="Menu" side="left">
      <div className="mt-4">
        <HeaderSearch onFollow={onClose} />
      </div>
      <nav aria-label="Menu" className="mt-6">
        <ul className="divide-y divide-line border-y border-line">
          <MenuLink href="/marketplace" onFollow={onClose}>
            Marketplace
          </MenuLink>
          {listCategories().map(([name, label]) => (
            <MenuLink key={name} href={`/marketplace?category=${name}`} onFollow={onClose}>
              {label}
            </MenuLink>
          ))}
          {PRESET_LISTINGS.map(({ title, href }) => (
            <MenuLink key={href} href={href} onFollow={onClose}>
              {title}
            </MenuLink>
          ))}
          <MenuLink href="/checkout" onFollow={onClose}>
            My Cart
          </MenuLink>
        </ul>
      </nav>
      <MenuAccount onFollow={onClose} />
      <div className="mt-8 grid gap-1 pb-40 text-sm text-ink-soft">
        <HeaderSelectors />
        <ThemeSwitch className="mt-3" />
      </div>
    </Drawer>
  )
}

function MenuLink({ href, onFollow, children }: { href: string; onFollow: () => void; children: ReactNode }) {
  return (
    <li>
      <Link href={href} onClick={onFollow} className="flex min-h-12 items-center text-base">
        {children}
      </Link>
    </li>
  )
}

/** Renders the account links in the menu of narrow screens (HDR-20, HDR-21). */
function MenuAccount({ onFollow }: { onFollow: () => void }) {
  const user = useUser()
  if (user) {
    return (
      <section aria-label="Account" className="mt-8 rounded-md border border-line p-2">
        <p className="px-3 pt-2 pb-1 text-base wrap-anywhere">
          {user.firstName} {user.lastName}
        </p>
        <AccountMenu user={user} onDone={onFollow} />
      </section>
    )
  }
  return (
    <div className="mt-8 grid grid-cols-2 gap-3">
      <ButtonLink href="/login" variant="outline" onClick={onFollow}>
        Sign In
      </ButtonLink>
      <ButtonLink href="/signup" onClick={onFollow}>
        Sign Up
      </ButtonLink>
    </div>
  )
}
