import { Suspense } from 'react'
import type { StoredUser } from '#web/app/session/session.ts'
import { ChatPlaceProvider, type ChatPlace } from '#web/shared/chat/chat-frame.tsx'
import { ChatSkeleton } from '#web/shared/chat/chat-skeleton.tsx'
import { LiveChat } from '#web/shared/chat/live-chat.tsx'
import { useBusiness } from '../frame/business.tsx'
import { PageHead } from '../frame/page-head.tsx'
import { Empty } from '../parts/panel.tsx'

const PLACES: Readonly<Record<'manufacturer' | 'vendor', ChatPlace>> = {
  manufacturer: { address: '/dashboard/supplier/messages', isInConsole: true },
  vendor: { address: '/dashboard/vendor/messages', isInConsole: true },
}

/** Renders the conversations of a supplier's store with its buyers, or of a vendor with suppliers. */
export function Messages({ search, user }: { search: Readonly<Record<string, string>>; user: StoredUser }) {
  const { business, isViewing } = useBusiness()
  return (
    <>
      <PageHead title="Messages" />
      {isViewing ? (
        <Empty title="Messages are private" text="Operators read only conversations that were reported." />
      ) : (
        <ChatPlaceProvider value={PLACES[business.type]}>
          <Suspense fallback={<ChatSkeleton />}>
            <LiveChat accountId={user.id} isSupplier={business.type === 'manufacturer'} search={search} />
          </Suspense>
        </ChatPlaceProvider>
      )}
    </>
  )
}
