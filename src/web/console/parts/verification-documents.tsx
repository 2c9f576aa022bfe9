import { FileText, Image } from 'lucide'
import type { AnswerTo } from '#web/app/calls/endpoints.ts'
import { showFile } from '#web/console/data/file-actions.ts'
import { Icon } from '#web/ui/icon.tsx'
import { formatDay } from '../data/format.ts'
import { Action } from './button.tsx'

/** A document that proves a supplier's statement. */
export type VerificationDocument =
  AnswerTo<'GET /supplier/verification'>['verification']['items'][number]['documents'][number]

/** Renders the documents of an item with links; `onRemove` adds a remove button. */
export function VerificationDocuments(props: {
  documents: readonly VerificationDocument[]
  onRemove?: (document: VerificationDocument) => void
}) {
  const { documents, onRemove } = props
  if (documents.length === 0) return null
  return (
    <ul className="mt-2 grid w-full gap-1.5" aria-label="Documents">
      {documents.map((one) => (
        <li key={one.id} className="flex items-center gap-x-2 text-xs">
          <Icon
            shapes={one.type === 'pdf' ? FileText : Image}
            aria-hidden="true"
            className="size-4 shrink-0 text-ink-soft"
          />
          {one.deletedAt === null ? (
            <>
              <span className="min-w-0 flex-1 wrap-anywhere">
                {one.name} <span className="text-ink-soft">{describe(one)}</span>
              </span>
              <Action isSmall variant="quiet" aria-label={`Open ${one.name}`} onClick={() => open(one)}>
                Open
              </Action>
              {onRemove && (
                <Action
                  isSmall
                  variant="quiet"
                  aria-label={`Remove ${one.name}`}
                  onClick={() => onRemove(one)}
                >
                  Remove
                </Action>
              )}
            </>
          ) : (
            <span className="text-ink-soft">
              Document of {formatDay(one.uploadedAt)}, deleted on {formatDay(one.deletedAt)}
            </span>
          )}
        </li>
      ))}
    </ul>
  )
}

const KILOBYTE = 1000

function describe({ size, uploadedAt }: VerificationDocument): string {
  const kilobytes = Math.max(1, Math.round(size / KILOBYTE))
  const text = kilobytes < KILOBYTE ? `${kilobytes} KB` : `${(kilobytes / KILOBYTE).toFixed(1)} MB`
  return `${text}, ${formatDay(uploadedAt)}`
}

function open({ id, name }: VerificationDocument): void {
  const failure = 'We couldn’t open the document. Please try again in a moment.'
  void showFile({ path: `/verification-documents/${id}`, name, failure })
}
