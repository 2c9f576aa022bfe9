import { type FormEvent, useRef, useState } from 'react'
import type { CaseData } from '#features/sales/cases/contract.ts'
import { toast } from '#web/app/toast.ts'
import { type Pictures, usePictures } from '../../chat/pictures/use-pictures.ts'
import type { ActingOn } from '../../order/parts/part-actions.tsx'
import {
  type CaseDraft,
  type CaseFaults,
  changedDraft,
  complaintOf,
  faultsOf,
  newDraft,
  sentLines,
} from './case-draft.ts'
import { MOST_PICTURES } from './photo-picker.tsx'
import { problemOf, sendComplaint } from './send-complaint.ts'

/** A complaint that is being written, and what one does with it. */
export type CaseForm = Readonly<{
  lines: ReturnType<typeof sentLines>
  draft: CaseDraft
  faults: CaseFaults
  pictures: Pictures
  problem: string | undefined
  isBusy: boolean
  change(news: Partial<CaseDraft>): void
  submit(event: FormEvent<HTMLFormElement>): void
}>

/** The form that opens a case about a part. */
export function useCaseForm(
  { purchaseId, part }: Pick<ActingOn, 'purchaseId' | 'part'>,
  onOpened: (found: CaseData) => void,
): CaseForm {
  const lines = sentLines(part)
  const [draft, setDraft] = useState(() => newDraft(lines))
  const [faults, setFaults] = useState<CaseFaults>({})
  const [problem, setProblem] = useState<string>()
  const [isBusy, setIsBusy] = useState(false)
  const pictures = usePictures(undefined, MOST_PICTURES)
  const isSending = useRef(false)

  async function send(): Promise<void> {
    const opening = { params: { purchase: purchaseId, id: part.id }, body: complaintOf(draft, lines) }
    const files = pictures.chosen.map(({ file }) => file)
    const { found, message, isWhole } = await sendComplaint(opening, files)
    toast.success(message)
    if (!isWhole) toast.error('Not all photos could be sent. Please add them to a message in your case.')
    onOpened(found)
  }

  function submit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault()
    const form = event.currentTarget
    const wrong = faultsOf(draft)
    setFaults(wrong)
    setProblem(undefined)
    if (Object.keys(wrong).length > 0) {
      // When the faults are drawn.
      requestAnimationFrame(() => form.querySelector<HTMLElement>('[aria-invalid],[data-wrong]')?.focus())
      return
    }
    if (isSending.current) return
    isSending.current = true
    setIsBusy(true)
    send()
      .catch((error: unknown) => setProblem(problemOf(error)))
      .finally(() => {
        isSending.current = false
        setIsBusy(false)
      })
  }

  function change(news: Partial<CaseDraft>): void {
    setDraft(changedDraft(draft, news, lines))
    setFaults({})
  }

  return { lines, draft, faults, pictures, problem, isBusy, change, submit }
}
