import { createContext, type ReactNode, useContext } from 'react'

/** The location of the conversations: the page's address, and whether it is in a console, which has its own header. */
export type ChatPlace = Readonly<{ address: string; isInConsole: boolean }>

const PlaceContext = createContext<ChatPlace>({ address: '/chat', isInConsole: false })

/** Provides the location of the conversations; the default is the shop's page. */
export const ChatPlaceProvider = PlaceContext.Provider

/** Returns the location of the conversations. */
export function useChatPlace(): ChatPlace {
  return useContext(PlaceContext)
}

/**
 * Renders the two panes of the chat. The conversations are on the left if there is enough space, the open one is on
 * the right.
 */
export function ChatFrame(props: { list: ReactNode; thread: ReactNode; isExample?: boolean }) {
  const { list, thread, isExample = false } = props
  const { isInConsole } = useChatPlace()
  return (
    <div className={isInConsole ? '' : 'md:page-width md:py-6'}>
      {!isInConsole && <h1 className="sr-only">{isExample ? 'Chat, an example' : 'Chat'}</h1>}
      <div className={`flex min-h-88 overflow-hidden bg-sheet ${isInConsole ? IN_CONSOLE : IN_SHOP}`}>
        {list && (
          <div className="hidden w-72 shrink-0 flex-col border-r border-line md:flex lg:w-88">{list}</div>
        )}
        <div className="flex min-w-0 flex-1 flex-col">{thread}</div>
      </div>
    </div>
  )
}

/** The height of the window without the content above. */
const IN_SHOP =
  'h-[calc(100dvh-4.0625rem)] md:rounded-md md:border md:border-line lg:h-[calc(100dvh-13.5rem)] lg:min-h-120'
const IN_CONSOLE = 'h-[calc(100dvh-9.5rem)] rounded-lg border border-line'
