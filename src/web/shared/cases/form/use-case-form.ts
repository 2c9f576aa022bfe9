import { type FormEvent, useRef, useState } from 'react'
import type { CaseData } from '#features/sales/cases/contract.ts'
import { toast } from '#web/app/toast.ts'
import { type PictureUploads, usePictureUploads } from '#web/shared/chat/pictures/use-picture-uploads.ts'
import {
  type CaseDraft,
  type CaseDraftErrors,
  type CaseOrderProps,
  updateCaseDraft,
  toCaseInput,
  validateCaseDraft,
  newCaseDraft,
  shippedLines,
} from './case-draft.ts'
import { MAX_CASE_PICTURES } from './photo-picker.tsx'
import { explainCaseError, submitCase } from './submit-case.ts'

/** A draft of a complaint, and its actions. */
export type CaseFormState = Readonly<{
  lines: ReturnType<typeof shippedLines>
  draft: CaseDraft
  faults: CaseDraftErrors
  pictures: PictureUploads
  problem: string | undefined
  isBusy: boolean
  change(changes: Partial<CaseDraft>): void
  submit(event: FormEvent<HTMLFormElement>): void
}>

/** Returns the state of the form that opens a case about a supplier order. */
export function useCaseForm(
  { purchaseId, supplierOrder }: CaseOrderProps,
  onOpened: (found: CaseData) => void,
): CaseFormState {
  const lines = shippedLines(supplierOrder)
  const [draft, setDraft] = useState(() => newCaseDraft(lines))
  const [faults, setFaults] = useState<CaseDraftErrors>({})
  const [problem, setProblem] = useState<string>()
  const [isBusy, setIsBusy] = useState(false)
  const pictures = usePictureUploads(undefined, MAX_CASE_PICTURES)
  const isSending = useRef(false)

  async function send(): Promise<void> {
    const opening = {
      params: { purchase: purchaseId, id: supplierOrder.id },
      body: toCaseInput(draft, lines),
    }
    const files = pictures.chosen.map(({ file }) => file)
    const { found, message, isWhole } = await submitCase(opening, files)
    toast.success(message)
    if (!isWhole) toast.error('Some photos couldn’t be sent. Add them to a message in your case.')
    onOpened(found)
  }

  function submit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault()
    const form = event.currentTarget
    const draftErrors = validateCaseDraft(draft)
    setFaults(draftErrors)
    setProblem(undefined)
    if (Object.keys(draftErrors).length > 0) {
      // After the errors are rendered.
      requestAnimationFrame(() => form.querySelector<HTMLElement>('[aria-invalid],[data-wrong]')?.focus())
      return
    }
    if (isSending.current) return
    isSending.current = true
    setIsBusy(true)
    send()
      .catch((error: unknown) => setProblem(explainCaseError(error)))
      .finally(() => {
        isSending.current = false
        setIsBusy(false)
      })
  }

  function change(changes: Partial<CaseDraft>): void {
    setDraft(updateCaseDraft(draft, changes, lines))
    setFaults({})
  }

  return { lines, draft, faults, pictures, problem, isBusy, change, submit }
}
