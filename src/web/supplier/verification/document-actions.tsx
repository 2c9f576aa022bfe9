import { useQueryClient } from '@tanstack/react-query'
import { Paperclip } from 'lucide'
import { useRef, useState } from 'react'
import { call, explainError } from '#web/app/calls/api.ts'
import type { AnswerTo } from '#web/app/calls/endpoints.ts'
import { sendFile } from '#web/app/calls/file-call.ts'
import { toast } from '#web/app/toast.ts'
import { Action } from '#web/console/parts/button.tsx'
import { FormDialog } from '#web/console/parts/dialog.tsx'
import type { VerificationDocument } from '#web/console/parts/verification-documents.tsx'

type StatedItem = Exclude<
  AnswerTo<'GET /supplier/verification'>['verification']['items'][number]['item'],
  'bank_account'
>

/** The query key of the checklist. */
export const VERIFICATION_KEY = ['supplier', 'verification']

const TYPES = 'application/pdf,image/jpeg,image/png,image/webp'
const MAX_BYTES = 10_000_000
const MAX_NAME_LENGTH = 120

/** Renders a button that uploads a document for an item of the checklist. */
export function AddDocument({ item, label }: { item: StatedItem; label: string }) {
  const queries = useQueryClient()
  const input = useRef<HTMLInputElement>(null)
  const [isBusy, setIsBusy] = useState(false)

  async function upload(file: File): Promise<void> {
    if (file.size > MAX_BYTES) {
      toast.error('Choose a file up to 10 MB.')
      return
    }
    setIsBusy(true)
    try {
      const answer = await sendFile('POST /supplier/verification/{item}/documents', file, {
        params: { item },
        query: { name: file.name.slice(-MAX_NAME_LENGTH) },
      })
      queries.setQueryData(VERIFICATION_KEY, answer.verification)
      toast.success(answer.message)
    } catch (error) {
      toast.error(explainError(error, 'We couldn’t upload the document. Please try again in a moment.'))
    }
    setIsBusy(false)
  }

  return (
    <>
      <Action
        isSmall
        icon={Paperclip}
        busy={isBusy}
        aria-label={`Add document: ${label}`}
        onClick={() => input.current?.click()}
      >
        Add document
      </Action>
      <input
        ref={input}
        type="file"
        accept={TYPES}
        aria-label={`Document: ${label}`}
        tabIndex={-1}
        hidden
        onChange={({ target }) => {
          const file = target.files?.[0]
          if (file) void upload(file)
          // Allows selecting the same file again.
          target.value = ''
        }}
      />
    </>
  )
}

/** Renders the confirmation that deletes a document. */
export function RemoveDocumentDialog(props: { document: VerificationDocument; onClose: () => void }) {
  const { document, onClose } = props
  const queries = useQueryClient()
  return (
    <FormDialog
      isOpen
      onClose={onClose}
      title="Remove this document?"
      text={`${document.name} will be permanently deleted. We’ll review the item again without it.`}
      submitLabel="Remove"
      variant="danger"
      onSubmit={async () => {
        const params = { id: document.id }
        const answer = await call('POST /verification-documents/{id}/remove', { params })
        queries.setQueryData(VERIFICATION_KEY, answer.verification)
        toast.success(answer.message)
      }}
      explain={(error) => explainError(error, 'We couldn’t remove it. Please try again in a moment.')}
    />
  )
}
