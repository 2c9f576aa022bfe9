import { Suspense } from 'react'
import { PageHead } from '#web/console/frame/page-head.tsx'
import { ChatPlaceProvider, type ChatPlace } from '#web/shared/chat/chat-frame.tsx'
import { ChatSkeleton } from '#web/shared/chat/chat-skeleton.tsx'
import { LiveChat } from '#web/shared/chat/live-chat.tsx'
import { SUPPLIER } from '../console/addresses.ts'
import type { SectionProps } from '../console/supplier-page.tsx'

const PLACE: ChatPlace = { address: SUPPLIER.messages, isInConsole: true }

/** Renders the conversations of a store with its buyers. */
export function Messages({ search, user }: SectionProps) {
  return (
    <>
      <PageHead title="Messages" />
      <ChatPlaceProvider value={PLACE}>
        <Suspense fallback={<ChatSkeleton />}>
          <LiveChat accountId={user.id} isSupplier search={search} />
        </Suspense>
      </ChatPlaceProvider>
    </>
  )
}
