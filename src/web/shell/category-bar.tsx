import { listCategories } from '#web/shared/product/category-names.ts'
import { PRESET_LISTINGS } from '#web/shared/search/marketplace-search.ts'
import { Link } from '#web/ui/link.tsx'

/** Renders the categories and popular lists below the header of wide screens. */
export function CategoryBar() {
  return (
    <nav aria-label="Categories">
      <ul className="page-width flex min-h-11 items-center gap-8 text-sm xl:gap-6 2xl:gap-8 text-ink-soft">
        <li>
          <Link href="/marketplace" className="nav-link">
            Marketplace
          </Link>
        </li>
        {listCategories().map(([name, label]) => (
          <li key={name}>
            <Link href={`/marketplace?category=${name}`} className="nav-link">
              {label}
            </Link>
          </li>
        ))}
        {PRESET_LISTINGS.map(({ title, href }, index) => (
          <li key={href} className={index === 0 ? 'ms-auto max-xl:hidden' : 'max-xl:hidden'}>
            <Link href={href} className="nav-link">
              {title}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
