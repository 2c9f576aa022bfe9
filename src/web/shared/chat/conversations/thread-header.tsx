import { EllipsisVertical, MessagesSquare } from 'lucide'
import { Icon } from '#web/ui/icon.tsx'
import { Suspense, useState } from 'react'
import type { RefObject } from 'react'
import type { ConversationData } from '#features/messaging/chat/contract.ts'
import { lazyComponent } from '#web/shared/loading/lazy-component.tsx'
import { Link } from '#web/ui/link.tsx'
import { Popover } from '#web/ui/popover.tsx'
import { Avatar } from './avatar.tsx'

const BlockDialog = lazyComponent(async () => (await import('./block-dialog.tsx')).BlockDialog)
const ReportDialog = lazyComponent(async () => (await import('./report-dialog.tsx')).ReportDialog)

/** Renders the other party's name and address (CHAT-03); on narrow screens after a link to all conversations. */
export function ThreadHeader(props: {
  conversation: ConversationData
  heading: RefObject<HTMLHeadingElement | null>
  /** The number of unread messages of other conversations. */
  unreadElsewhere: number
  onList: (() => void) | undefined
  onChanged(conversation: ConversationData): void
}) {
  const { conversation, heading, unreadElsewhere, onList, onChanged } = props
  const { name, email, avatar, other, store } = conversation
  return (
    <div className="flex items-center gap-3 border-b border-line px-3 py-2.5 md:px-5">
      {onList && <ListButton unread={unreadElsewhere} onList={onList} />}
      <Avatar name={name} src={avatar} />
      <div className="min-w-0 flex-1">
        <h2 ref={heading} tabIndex={-1} className="truncate font-sans text-base font-medium">
          {other === 'store' ? (
            <Link href={`/store-profile?id=${store.id}`} className="hover:underline hover:underline-offset-4">
              {name}
            </Link>
          ) : (
            name
          )}
        </h2>
        {email && <p className="truncate text-xs text-ink-soft">{email}</p>}
      </div>
      <ThreadMenu conversation={conversation} onChanged={onChanged} />
    </div>
  )
}

/** Renders the button that opens the list on screens too narrow for both panes. */
export function ListButton({ unread, onList }: { unread: number; onList: () => void }) {
  return (
    <button
      type="button"
      onClick={onList}
      aria-haspopup="dialog"
      className="relative -ml-1 grid size-11 shrink-0 place-items-center rounded-full hover:bg-mist md:hidden"
    >
      <Icon shapes={MessagesSquare} aria-hidden="true" className="size-5" strokeWidth={1.5} />
      <span className="sr-only">Show all conversations</span>
      {unread > 0 && (
        <span className="absolute top-0.5 right-0 grid h-5 min-w-5 place-items-center rounded-full bg-accent px-1 text-xs leading-none font-semibold text-on-accent">
          {unread > 99 ? '99+' : unread}
          <span className="sr-only"> unread</span>
        </span>
      )}
    </button>
  )
}

function ThreadMenu(props: {
  conversation: ConversationData
  onChanged(conversation: ConversationData): void
}) {
  const { conversation, onChanged } = props
  const [openDialog, setOpenDialog] = useState<'block' | 'report'>()
  const close = (): void => setOpenDialog(undefined)
  return (
    <>
      <Popover
        label="More about this conversation"
        button={<Icon shapes={EllipsisVertical} aria-hidden="true" className="size-5" strokeWidth={1.5} />}
        buttonClass="grid size-11 place-items-center rounded-full hover:bg-mist"
        sheetClass="right-0 w-48 py-2"
      >
        {(closeMenu) =>
          (['block', 'report'] as const).map((what) => (
            <button
              key={what}
              type="button"
              onClick={() => {
                closeMenu()
                setOpenDialog(what)
              }}
              className="block min-h-11 w-full px-4 text-start text-sm hover:bg-mist"
            >
              {what === 'report' ? 'Report' : conversation.isBlockedByMe ? 'Unblock' : 'Block'}
            </button>
          ))
        }
      </Popover>
      {openDialog && (
        <Suspense>
          {openDialog === 'block' ? (
            <BlockDialog conversation={conversation} onChanged={onChanged} onClose={close} />
          ) : (
            <ReportDialog conversation={conversation} onClose={close} />
          )}
        </Suspense>
      )}
    </>
  )
}
