import { useState } from 'react'
import type { FormEvent } from 'react'
import type { ReportReason } from '#features/catalogue/reviews/contract.ts'
import { call, explainError } from '#web/app/calls/api.ts'
import { toast } from '#web/app/toast.ts'
import { Button } from '#web/ui/button.tsx'
import { Field, Select } from '#web/ui/field.tsx'

const REASONS: Record<ReportReason, string> = {
  offensive: 'Offensive',
  untrue: 'False or misleading',
  advertising: 'Advertising',
  personal_data: 'Shares personal data',
  other: 'Other',
}

/** Renders the form that reports a review to the operator. */
export function ReportForm({ reviewId, onClose }: { reviewId: string; onClose: () => void }) {
  const [isBusy, setBusy] = useState(false)

  async function sendForm(form: FormData): Promise<void> {
    setBusy(true)
    try {
      const reason = toReportReason(form.get('reason'))
      const data = { reviewId, reason, note: String(form.get('note') ?? '') }
      toast.success((await call('POST /shop/reportReview', { body: { data } })).message)
      onClose()
    } catch (error) {
      toast.error(explainError(error, 'Something went wrong, please try again later.'))
      setBusy(false)
    }
  }

  function send(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault()
    void sendForm(new FormData(event.currentTarget))
  }

  return (
    <form
      onSubmit={send}
      aria-label="Report this review"
      className="flex flex-col gap-3 rounded-md bg-mist p-4"
    >
      <Select name="reason" label="Why are you reporting this review?">
        {Object.entries(REASONS).map(([reason, label]) => (
          <option key={reason} value={reason}>
            {label}
          </option>
        ))}
      </Select>
      <Field name="note" label="Details (optional)" maxLength={1000} />
      <div className="flex gap-2">
        <Button type="submit" size="sm" busy={isBusy}>
          Report
        </Button>
        <Button size="sm" variant="quiet" onClick={onClose}>
          Cancel
        </Button>
      </div>
    </form>
  )
}

function toReportReason(value: FormDataEntryValue | null): ReportReason {
  return value !== null && String(value) in REASONS ? (String(value) as ReportReason) : 'other'
}
