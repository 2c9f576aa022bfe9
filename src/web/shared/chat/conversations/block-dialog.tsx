import type { ConversationData } from '#features/messaging/chat/contract.ts'
import { call } from '#web/app/calls/api.ts'
import { ConfirmDialog } from './confirm-dialog.tsx'

/** Renders the confirmation that blocks or unblocks a user. */
export function BlockDialog(props: {
  conversation: ConversationData
  onChanged(conversation: ConversationData): void
  onClose(): void
}) {
  const { conversation, onChanged, onClose } = props
  const { id, name, isBlockedByMe } = conversation
  const params = { id }

  async function change(): Promise<void> {
    const answer = isBlockedByMe
      ? await call('POST /chat/conversations/{id}/unblock', { params })
      : await call('POST /chat/conversations/{id}/block', { params })
    onChanged(answer.conversation)
  }

  return (
    <ConfirmDialog
      title={isBlockedByMe ? `Unblock ${name}?` : `Block ${name}?`}
      yes={isBlockedByMe ? 'Unblock' : 'Block'}
      onYes={change}
      onClose={onClose}
    >
      <p className="text-sm text-ink-soft">
        {isBlockedByMe
          ? 'You can write to each other again.'
          : 'Nobody can write in this conversation until you unblock it. Earlier messages stay.'}
      </p>
    </ConfirmDialog>
  )
}
