import { type ChangeEvent, type FormEvent, useState } from 'react'
import type { CaseData, CasePictureData } from '#features/sales/cases/contract.ts'
import { call, explainError, sendWithSession } from '#web/app/calls/api.ts'
import { Action } from '#web/console/parts/button.tsx'
import { Problem } from '#web/console/parts/dialog.tsx'
import { TextArea } from '#web/ui/field.tsx'
import { useCaseAnswer } from './use-case-answer.ts'

const MAX_PICTURES = 10

/** Renders the form that replies in a case, with photos. */
export function CaseReply({ found }: { found: CaseData }) {
  const { text, setText, pictures, isBusy, problem, upload, send } = useReply(found)
  return (
    <form
      onSubmit={(event) => void send(event)}
      className="mt-5 flex flex-col gap-3 border-t border-line pt-4"
    >
      <TextArea
        label="Message to the buyer"
        rows={3}
        maxLength={2_000}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      {pictures.length > 0 && (
        <ul aria-label="Photos to send" className="flex flex-wrap gap-2">
          {pictures.map(({ id, smallUrl }, index) => (
            <li key={id}>
              <img src={smallUrl} alt={`View ${index + 1}`} className="size-16 rounded-sm object-cover" />
            </li>
          ))}
        </ul>
      )}
      {problem !== undefined && <Problem text={problem} />}
      <div className="flex flex-wrap items-center justify-between gap-3">
        <label className="text-sm">
          <span className="me-2">Add photos</span>
          <input
            type="file"
            multiple
            accept="image/jpeg,image/png,image/webp,image/avif,image/gif"
            disabled={isBusy || pictures.length >= MAX_PICTURES}
            onChange={(event) => void upload(event)}
          />
        </label>
        <Action type="submit" busy={isBusy} disabled={text.trim() === '' && pictures.length === 0}>
          Send
        </Action>
      </div>
    </form>
  )
}

/** Returns the text, the uploaded photos, and a function that sends both. */
function useReply(found: CaseData) {
  const [text, setText] = useState('')
  const [pictures, setPictures] = useState<readonly CasePictureData[]>([])
  const [isBusy, setIsBusy] = useState(false)
  const [problem, setProblem] = useState<string>()
  const show = useCaseAnswer()

  async function perform(action: () => Promise<void>): Promise<void> {
    setIsBusy(true)
    setProblem(undefined)
    try {
      await action()
    } catch (error) {
      setProblem(explainError(error, 'We couldn’t send your message. Please try again in a moment.'))
    }
    setIsBusy(false)
  }

  async function upload(event: ChangeEvent<HTMLInputElement>): Promise<void> {
    const files = [...(event.target.files ?? [])].slice(0, MAX_PICTURES - pictures.length)
    event.target.value = ''
    await perform(async () => {
      for (const file of files) {
        const picture = await uploadCasePicture(found.id, file)
        setPictures((before) => [...before, picture])
      }
    })
  }

  async function send(event: FormEvent): Promise<void> {
    event.preventDefault()
    await perform(async () => {
      const body = { action: 'message', text, pictures: pictures.map(({ id }) => id) } as const
      const answer = await call('POST /cases/{id}/act', { params: { id: found.id }, body })
      setText('')
      setPictures([])
      show(answer)
    })
  }

  return { text, setText, pictures, isBusy, problem, upload, send }
}

async function uploadCasePicture(caseId: string, file: File): Promise<CasePictureData> {
  const response = await sendWithSession(`/cases/${encodeURIComponent(caseId)}/pictures`, {
    method: 'POST',
    headers: { 'content-type': file.type || 'application/octet-stream' },
    body: file,
  })
  const body: unknown = await response.json()
  if (!response.ok) {
    const failure = new Error(String(Reflect.get(Object(body), 'message') ?? ''))
    failure.name = 'ApiFailure'
    throw failure
  }
  // The contract defines this response.
  return (body as { picture: CasePictureData }).picture
}
