import { Suspense } from 'react'
import type { ComponentType } from 'react'
import { pageNotFound } from '#web/app/router/navigation.ts'
import { lazyComponent } from '#web/shared/loading/lazy-component.tsx'
import { page } from '#web/app/router/page.ts'
import type { ViewProps } from '#web/app/router/page.ts'
import { AccountFrame, FrameSkeleton } from './shell/account-frame.tsx'
import { isSection, SECTION_TITLES } from './shell/sections.ts'
import type { SectionName } from './shell/sections.ts'

type SectionProps = Readonly<{ search: Readonly<Record<string, string>> }>

// Rendered by browsers only, one at a time.
const SECTIONS: Readonly<Record<SectionName, ComponentType<SectionProps>>> = {
  orders: lazyComponent(async () => (await import('./orders/orders-section.tsx')).OrdersSection),
  addresses: lazyComponent(async () => (await import('./addresses/addresses-section.tsx')).AddressesSection),
  reviews: lazyComponent(async () => (await import('./reviews/reviews-section.tsx')).ReviewsSection),
  profile: lazyComponent(async () => (await import('./profile/profile-section.tsx')).ProfileSection),
  security: lazyComponent(async () => (await import('./security/security-section.tsx')).SecuritySection),
  sessions: lazyComponent(async () => (await import('./sessions/sessions-section.tsx')).SessionsSection),
  notifications: lazyComponent(
    async () => (await import('./notifications/notifications-section.tsx')).NotificationsSection,
  ),
}

/** The page of a section of the account, such as /dashboard/orders, named by the last part of the path. */
export const sectionPage = page<{ section: SectionName }>({
  load: ({ params }) => {
    const name = params['section']
    if (!isSection(name)) throw pageNotFound()
    return Promise.resolve({ section: name })
  },
  head: ({ section }) => ({
    title: SECTION_TITLES[section],
    description: 'Your account.',
    isPrivate: true,
  }),
  View: SectionView,
})

function SectionView({ data: { section }, search }: ViewProps<{ section: SectionName }>) {
  const Section = SECTIONS[section]
  return (
    <AccountFrame current={`/dashboard/${section}`} title={SECTION_TITLES[section]}>
      {() => (
        <Suspense fallback={<FrameSkeleton />}>
          <Section search={search} />
        </Suspense>
      )}
    </AccountFrame>
  )
}
