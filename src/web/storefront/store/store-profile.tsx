import type { StoreData } from '#features/catalogue/suppliers/contract.ts'
import type { FactRow } from '#web/shared/product/fact-row.ts'
import { FactList } from '#web/shared/product/fact-list.tsx'
import { supplierFigures } from '#web/shared/product/supplier-figures.ts'
import { BadgeCheck, CalendarDays, Gem, Truck } from 'lucide'
import { Icon, type IconShapes } from '#web/ui/icon.tsx'
import type { ReactNode } from 'react'

/** What speaks for a store: what the marketplace vouches for and has counted, and, apart from it, what the supplier says (STORE-06). */
export function StoreProfile({ store, shipsFrom }: { store: StoreData; shipsFrom: readonly string[] }) {
  const stated = supplierFigures(store.stated)
  return (
    <section
      id="profile"
      tabIndex={-1}
      aria-labelledby="profile-title"
      className="flex lg:scroll-mt-20 flex-col gap-8 bg-mist p-6 md:p-10"
    >
      <h2 id="profile-title" className="text-xl">
        Profile
      </h2>
      <ul className="grid gap-6 sm:grid-cols-2 lg:grid-cols-4">
        <Badge icon={BadgeCheck} name="Verified supplier">
          Only verified suppliers are listed here.
        </Badge>
        {shipsFrom.length > 0 && (
          <Badge icon={Truck} name="Ships from">
            {shipsFrom.join(' · ')}
          </Badge>
        )}
        <Badge icon={CalendarDays} name="Member since">
          {formatMemberSince(store.memberSince)}
        </Badge>
        {store.yearsOfExperience !== null && store.yearsOfExperience > 0 && (
          <Badge icon={Gem} name="Experience">
            {`${store.yearsOfExperience === 1 ? '1 year' : `${store.yearsOfExperience} years`}, stated by the supplier`}
          </Badge>
        )}
      </ul>
      <div className="grid gap-10 lg:grid-cols-2 lg:gap-16">
        <FactList figures={toMeasuredRows(store.measured)} source="Measured by the marketplace" />
        {stated.length > 0 && <FactList figures={stated} source="Stated by the supplier" />}
      </div>
    </section>
  )
}

function Badge(props: { icon: IconShapes; name: string; children: ReactNode }) {
  const { icon, name, children } = props
  return (
    <li className="flex items-start gap-3">
      <Icon shapes={icon} aria-hidden="true" className="size-6 shrink-0 text-gold" strokeWidth={1.25} />
      <div className="min-w-0">
        <p className="text-sm font-medium">{name}</p>
        <p className="text-xs wrap-anywhere text-ink-soft">{children}</p>
      </div>
    </li>
  )
}

/** What the marketplace has counted of a store, as shown. */
function toMeasuredRows({ products, rating, ratingCount, sold }: StoreData['measured']): readonly FactRow[] {
  return [
    { name: 'Products', value: products.toLocaleString('en-US') },
    { name: 'Average rating', value: ratingCount === 0 ? 'None yet' : `${rating.toFixed(1)}/5` },
    { name: 'Reviews', value: ratingCount.toLocaleString('en-US') },
    { name: 'Products sold', value: sold.toLocaleString('en-US') },
  ]
}

/** The month of a moment given in ISO 8601, the same wherever it is drawn: `March 2026`. */
function formatMemberSince(iso: string): string {
  return new Date(iso).toLocaleDateString('en-US', { month: 'long', year: 'numeric', timeZone: 'UTC' })
}
