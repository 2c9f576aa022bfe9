import { Check } from 'lucide'
import type { ComponentProps } from 'react'
import { ROLE_TITLES } from '#core/access/permissions.ts'
import type { BusinessData } from '#features/identity/teams/contract.ts'
import { useNavigateTo } from '#web/app/router/navigation.ts'
import { BUSINESS_HOMES } from '#web/app/session/choose-business.ts'
import { Icon } from '#web/ui/icon.tsx'
import { Menu, MenuItem } from '../parts/menu.tsx'
import { switchBusiness, useBusiness } from './business.tsx'
import { BusinessButton, BusinessHead } from './business-switcher.tsx'

/** Renders the menu of the signed-in account's businesses; selecting one opens its console. */
export function BusinessMenu(props: {
  businesses: readonly BusinessData[]
  head: ComponentProps<typeof BusinessHead>
}) {
  const { business } = useBusiness()
  return (
    <Menu align="start" isOpenAtFirst trigger={<BusinessButton head={props.head} />}>
      {props.businesses.map((one) => (
        <BusinessItem key={one.id} business={one} isCurrent={one.id === business.id} />
      ))}
    </Menu>
  )
}

function BusinessItem({ business, isCurrent }: { business: BusinessData; isCurrent: boolean }) {
  const go = useNavigateTo()
  const { id, name, logo, type } = business
  return (
    <MenuItem
      onSelect={() => {
        if (isCurrent) return
        switchBusiness(business)
        void go(BUSINESS_HOMES[type])
      }}
    >
      <span className="flex w-64 items-center gap-3 py-0.5" data-business={id}>
        <span className="min-w-0 flex-1">
          <BusinessHead name={name} about={describeBusiness(business)} logo={logo ?? undefined} />
        </span>
        {isCurrent && <Icon shapes={Check} aria-label="Open now" className="size-4 shrink-0" />}
      </span>
    </MenuItem>
  )
}

function describeBusiness({ type, isOwn, roles }: BusinessData): string {
  const kind = type === 'manufacturer' ? 'Supplier' : 'Vendor'
  return isOwn && roles.includes('owner')
    ? `${kind} · yours`
    : `${kind} · ${roles.map((role) => ROLE_TITLES[role]).join(', ')}`
}
