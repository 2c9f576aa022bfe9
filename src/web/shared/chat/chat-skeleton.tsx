import { Skeleton } from '#web/ui/skeleton.tsx'
import { ChatFrame } from './chat-frame.tsx'

/** Renders the skeleton of both panes. */
export function ChatSkeleton() {
  return <ChatFrame list={<ListSkeleton />} thread={<ThreadSkeleton />} />
}

/** Renders the skeleton of the conversation list. */
export function ListSkeleton() {
  return (
    <div className="flex flex-col gap-6 p-5" role="status" aria-label="Loading conversations">
      {[0, 1, 2, 3].map((row) => (
        <div key={row} className="flex gap-3">
          <Skeleton className="size-11 rounded-full" />
          <div className="flex flex-1 flex-col gap-2 pt-1">
            <Skeleton className="h-4 w-2/3" />
            <Skeleton className="h-3 w-full" />
          </div>
        </div>
      ))}
    </div>
  )
}

/** Renders the skeleton of a conversation. */
export function ThreadSkeleton() {
  return (
    <div className="flex flex-1 flex-col justify-end gap-4 p-5" role="status" aria-label="Loading messages">
      <Skeleton className="h-12 w-1/2" />
      <Skeleton className="h-16 w-2/5 self-end" />
      <Skeleton className="h-10 w-1/3" />
      <Skeleton className="mt-2 h-12 w-full" />
    </div>
  )
}
