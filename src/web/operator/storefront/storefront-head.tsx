import type { ReactNode } from 'react'
import { PageHead } from '#web/console/frame/page-head.tsx'
import { ViewTabs } from '#web/console/table/table-tools.tsx'
import { OPERATOR } from '../console/addresses.ts'

const TABS = [
  { id: 'campaign', label: 'Campaigns', href: OPERATOR.campaigns },
  { id: 'featured_supplier', label: 'Featured suppliers', href: OPERATOR.featuredSuppliers },
  { id: 'home-columns', label: 'Home page columns', href: OPERATOR.homeColumns },
  { id: 'categories', label: 'Categories', href: OPERATOR.categories },
  { id: 'newsletters', label: 'Newsletters', href: OPERATOR.newsletters },
  { id: 'announcement', label: 'Announcements', href: OPERATOR.announcements },
] as const

/** Renders the head of the storefront pages, with links between them. */
export function StorefrontHead(props: { current: (typeof TABS)[number]['id']; children?: ReactNode }) {
  return (
    <>
      <PageHead title="Storefront">{props.children}</PageHead>
      <div className="mb-4">
        <ViewTabs label="Storefront" current={props.current} tabs={TABS} />
      </div>
    </>
  )
}
