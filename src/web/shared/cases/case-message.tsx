import { type FormEvent, useId, useRef, useState } from 'react'
import { Button } from '#web/ui/button.tsx'
import { TextArea } from '#web/ui/field.tsx'
import { LiveRegion } from '#web/ui/live-region.tsx'
import { FormProblem } from '#web/shared/forms/form-problem.tsx'
import { usePictureUploads } from '#web/shared/chat/pictures/use-picture-uploads.ts'
import type { CaseViewProps } from './case-view.tsx'
import { MAX_CASE_PICTURES, PhotoPicker } from './form/photo-picker.tsx'
import { casePicturesPath } from './form/submit-case.ts'
import { useCaseAction } from './use-case-action.ts'

/** Renders the form for a message with photos in a case. */
export function CaseMessage(props: CaseViewProps) {
  const { purchaseId, found } = props
  const [text, setText] = useState('')
  const [fault, setFault] = useState<string>()
  const [statusText, setStatusText] = useState('')
  const box = useId()
  const form = useRef<HTMLFormElement>(null)
  const pictures = usePictureUploads(casePicturesPath(purchaseId, found.id), MAX_CASE_PICTURES)
  const { isBusy, problem, perform } = useCaseAction(props)
  const isUploading = pictures.chosen.some((one) => !one.picture && !one.problem)
  const uploadedIds = pictures.chosen.flatMap(({ picture }) => picture?.id ?? [])

  async function send(event: FormEvent): Promise<void> {
    event.preventDefault()
    const isEmpty = text.trim() === '' && uploadedIds.length === 0
    setFault(isEmpty ? 'Write a message or add a photo.' : undefined)
    setStatusText('')
    const toBox = () => form.current?.querySelector('textarea')?.focus()
    if (isEmpty) return toBox()
    if (!(await perform({ action: 'message', text: text.trim(), pictures: uploadedIds }))) return
    setText('')
    pictures.sent()
    setStatusText('Message sent.')
    toBox()
  }

  return (
    <form
      ref={form}
      noValidate
      onSubmit={(event) => void send(event)}
      className="flex flex-col gap-3 border-t border-line pt-5"
    >
      <TextArea
        id={box}
        label={`Message to ${found.supplier}`}
        rows={2}
        maxLength={2_000}
        value={text}
        error={fault}
        onChange={({ currentTarget }) => setText(currentTarget.value)}
      />
      <FormProblem message={problem} />
      <div className="flex flex-wrap items-end gap-3">
        <PhotoPicker pictures={pictures} />
        <Button type="submit" size="sm" variant="outline" busy={isBusy || isUploading}>
          Send message
        </Button>
      </div>
      <LiveRegion message={statusText} />
    </form>
  )
}
