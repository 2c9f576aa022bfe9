import { useState } from 'react'
import type { ConversationData } from '#features/messaging/chat/contract.ts'
import { call } from '#web/app/calls/api.ts'
import { toast } from '#web/app/toast.ts'
import { Select, TextArea } from '#web/ui/field.tsx'
import { ConfirmDialog } from './confirm-dialog.tsx'

const REASONS = {
  spam: 'Advertising or spam',
  abuse: 'Insults or threats',
  fraud: 'It looks like fraud',
  other: 'Something else',
} as const

type Reason = keyof typeof REASONS

/** Renders the dialog that reports a conversation to the marketplace. */
export function ReportDialog(props: { conversation: ConversationData; onClose(): void }) {
  const { conversation, onClose } = props
  const [reason, setReason] = useState<Reason>('spam')
  const [note, setNote] = useState('')

  async function report(): Promise<void> {
    await call('POST /chat/conversations/{id}/report', {
      params: { id: conversation.id },
      body: { reason, note },
    })
    toast.success('Thank you. We’ll review this conversation.')
  }

  return (
    <ConfirmDialog title={`Report ${conversation.name}?`} yes="Report" onYes={report} onClose={onClose}>
      <p className="text-sm text-ink-soft">Our team can then read this conversation.</p>
      <Select
        label="What’s wrong?"
        value={reason}
        onChange={({ currentTarget }) => setReason(toReason(currentTarget.value))}
      >
        {Object.entries(REASONS).map(([value, text]) => (
          <option key={value} value={value}>
            {text}
          </option>
        ))}
      </Select>
      <TextArea
        label="Tell us more (optional)"
        rows={3}
        maxLength={2000}
        value={note}
        onChange={({ currentTarget }) => setNote(currentTarget.value)}
      />
    </ConfirmDialog>
  )
}

function toReason(value: string): Reason {
  return value === 'abuse' || value === 'fraud' || value === 'other' ? value : 'spam'
}
