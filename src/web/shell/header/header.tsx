import { Menu, ShoppingBag } from 'lucide'
import { Icon } from '#web/ui/icon.tsx'
import { Suspense, useState } from 'react'
import { cartCount } from '#web/shared/cart/cart-items.ts'
import { useCart } from '#web/shared/cart/cart-store.ts'
import { lazyComponent } from '#web/shared/loading/lazy-component.tsx'
import { CLAIMS } from '#web/content/claims.ts'
import { Link } from '#web/ui/link.tsx'
import { lazyCategoryBar, lazyHeaderAccount, lazyHeaderSearch, lazyHeaderSelectors } from '../lazy-shell.ts'
import { Logo } from '../logo.tsx'

// Loaded on a tap on narrow screens; most visitors with wide screens never see the menu.
const MobileMenu = lazyComponent(async () => (await import('./mobile-menu.tsx')).MobileMenu)

const { View: HeaderAccount } = lazyHeaderAccount
const { View: CategoryBar } = lazyCategoryBar
const { View: HeaderSearch } = lazyHeaderSearch
const { View: Selectors } = lazyHeaderSelectors

/** Renders the shared header: logo, search, delivery country, cart and sign-in; a menu on narrow screens. */
export function Header() {
  const [isMenuOpen, setIsMenuOpen] = useState(false)
  const [wasMenuOpened, setWasMenuOpened] = useState(false)

  function openMenu(): void {
    setIsMenuOpen(true)
    setWasMenuOpened(true)
  }

  return (
    <header className="sticky top-0 z-20 border-b border-line bg-paper">
      <UtilityBar />
      <div className="page-width grid min-h-16 grid-cols-[1fr_auto_1fr] items-center gap-4 lg:flex lg:min-h-20 lg:gap-8">
        <button
          type="button"
          aria-label="Open menu"
          aria-expanded={isMenuOpen}
          onClick={openMenu}
          className="-ml-3 grid size-11 place-items-center rounded-full hover:bg-mist lg:hidden"
        >
          <Icon shapes={Menu} aria-hidden="true" className="size-5" strokeWidth={1.5} />
        </button>
        <Logo />
        <HeaderSearch className="hidden flex-1 lg:block" />
        <div className="flex items-center justify-end gap-1 lg:gap-3">
          <CartLink />
          <HeaderAccount className="account-place hidden w-48 justify-end gap-3 lg:flex" />
        </div>
      </div>
      <CategoryBar className="hidden lg:block" />
      {wasMenuOpened && (
        <Suspense>
          <MobileMenu isOpen={isMenuOpen} onClose={() => setIsMenuOpen(false)} />
        </Suspense>
      )}
    </header>
  )
}

function UtilityBar() {
  return (
    <div className="hidden border-b border-line bg-mist lg:block">
      <div className="page-width flex min-h-9 items-center justify-between text-xs text-ink-soft">
        <p>{CLAIMS.verified}</p>
        <Selectors className="flex items-center gap-6" />
      </div>
    </div>
  )
}

/**
 * Renders 'My Cart' with the number of products, set in the browser; screen readers announce '2 products in My Cart'.
 */
function CartLink() {
  const count = cartCount(useCart())
  return (
    <Link
      href="/checkout"
      className="-mr-2 inline-flex min-h-11 items-center gap-2 rounded-full px-2 text-sm hover:bg-mist lg:mr-0 lg:gap-3.5 lg:px-3"
    >
      <span className="relative">
        <Icon shapes={ShoppingBag} aria-hidden="true" className="size-5" strokeWidth={1.5} />
        {count > 0 && (
          <span className="absolute -top-2 -right-2.5 grid h-4 min-w-4 place-items-center rounded-full bg-accent px-1 text-[0.625rem] leading-none font-semibold text-on-accent tabular-nums">
            {count > 99 ? '99+' : count}
            <span className="sr-only">{count === 1 ? ' product in ' : ' products in '}</span>
          </span>
        )}
      </span>
      <span className="max-lg:sr-only">My Cart</span>
    </Link>
  )
}
