import type { ReactNode } from 'react'

/** The two panes: on the left the conversations, where there is room for them, on the right the one that is open. */
export function ChatFrame(props: { list: ReactNode; thread: ReactNode; isExample?: boolean }) {
  const { list, thread, isExample = false } = props
  return (
    <div className="md:page-width md:py-6">
      <h1 className="sr-only">{isExample ? 'Chat, an example' : 'Chat'}</h1>
      <div className="flex h-[calc(100dvh-4.0625rem)] min-h-88 overflow-hidden bg-sheet md:rounded-md md:border md:border-line lg:h-[calc(100dvh-13.5rem)] lg:min-h-120">
        {list && (
          <div className="hidden w-72 shrink-0 flex-col border-r border-line md:flex lg:w-88">{list}</div>
        )}
        <div className="flex min-w-0 flex-1 flex-col">{thread}</div>
      </div>
    </div>
  )
}
