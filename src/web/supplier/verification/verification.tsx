import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call, explainError } from '#web/app/calls/api.ts'
import type { AnswerTo } from '#web/app/calls/endpoints.ts'
import { toast } from '#web/app/toast.ts'
import { Loaded } from '#web/console/data/console-data.tsx'
import { formatDay } from '#web/console/data/format.ts'
import { PageHead } from '#web/console/frame/page-head.tsx'
import { Action, ActionLink } from '#web/console/parts/button.tsx'
import { FormDialog } from '#web/console/parts/dialog.tsx'
import { Panel } from '#web/console/parts/panel.tsx'
import { Status, type StatusTone } from '#web/console/parts/status.tsx'
import {
  type VerificationDocument,
  VerificationDocuments,
} from '#web/console/parts/verification-documents.tsx'
import { Checkbox, TextArea } from '#web/ui/field.tsx'
import { SUPPLIER } from '../console/addresses.ts'
import { AddDocument, RemoveDocumentDialog, VERIFICATION_KEY } from './document-actions.tsx'

type Checklist = AnswerTo<'GET /supplier/verification'>['verification']
type Item = Checklist['items'][number]
type StatedItem = Exclude<Item['item'], 'bank_account'>

const TEXTS: Readonly<Record<Item['item'], Readonly<{ label: string; about: string }>>> = {
  company: {
    label: 'Company and register number',
    about: 'The name and number in the company register.',
  },
  address: { label: 'Business address', about: 'Where your company is registered.' },
  tax_number: { label: 'Tax number', about: 'Your VAT, GST or other tax number.' },
  identity: {
    label: 'Owner’s identity',
    about: 'The name of the owner or a director, as on their passport or identity card.',
  },
  product_proof: {
    label: 'Proof of products',
    about:
      'Where your goods come from: your own workshop, invoices of your suppliers, hallmark registration.',
  },
  bank_account: { label: 'Bank account', about: 'Set where your payouts go.' },
}

const STATUSES: Readonly<Record<Item['status'], Readonly<{ label: string; tone: StatusTone }>>> = {
  missing: { label: 'Missing', tone: 'do' },
  computed: { label: 'Added', tone: 'good' },
  attested: { label: 'In review', tone: 'wait' },
  verified: { label: 'Verified', tone: 'good' },
  rejected: { label: 'Rejected', tone: 'bad' },
}

/** Renders the items of a store's verification, their status, and their forms. */
export function Verification() {
  const [edited, setEdited] = useState<Item>()
  const [removed, setRemoved] = useState<VerificationDocument>()
  const query = useQuery({
    queryKey: VERIFICATION_KEY,
    queryFn: async ({ signal }) => (await call('GET /supplier/verification', {}, { signal })).verification,
  })
  return (
    <>
      <PageHead title="Verification" />
      <div className="max-w-3xl">
        <Loaded query={query}>
          {({ items, isVerified }) => (
            <Panel
              title={`${items.filter(isDone).length} of ${items.length} items done`}
              hint={
                isVerified
                  ? 'Your products are listed.'
                  : 'Your products are listed once we’ve verified your store.'
              }
              isFlush
            >
              <ul className="divide-y divide-line border-t border-line">
                {items.map((one) => (
                  <ItemRow key={one.item} item={one} onEdit={() => setEdited(one)} onRemove={setRemoved} />
                ))}
              </ul>
            </Panel>
          )}
        </Loaded>
        <p className="mt-3 text-xs text-ink-soft">
          Documents are seen by your team and our reviewers only. We delete them 30 days after review, or
          after 180 days without one; your activity shows when we opened them.
        </p>
      </div>
      {removed && <RemoveDocumentDialog document={removed} onClose={() => setRemoved(undefined)} />}
      {edited && edited.item !== 'bank_account' && (
        <StatementDialog
          key={edited.item}
          item={edited.item}
          statement={edited.statement ?? ''}
          onClose={() => setEdited(undefined)}
        />
      )}
    </>
  )
}

function isDone({ status }: Item): boolean {
  return status === 'computed' || status === 'verified'
}

function ItemRow(props: {
  item: Item
  onEdit: () => void
  onRemove: (document: VerificationDocument) => void
}) {
  const { item: one, onEdit, onRemove } = props
  const { label, about } = TEXTS[one.item]
  const status = STATUSES[one.status]
  const verb = one.status === 'missing' ? 'Add' : 'Edit'
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-3">
      <div className="min-w-0 flex-1 basis-60">
        <p className="text-sm font-semibold">{label}</p>
        <p className="text-xs wrap-anywhere text-ink-soft">{one.statement ?? about}</p>
        {one.reason !== null && <p className="mt-1 text-xs wrap-anywhere text-danger">{one.reason}</p>}
        {one.statedAt !== null && (
          <p className="text-xs text-ink-soft">Stated on {formatDay(one.statedAt)}</p>
        )}
        <VerificationDocuments documents={one.documents} onRemove={onRemove} />
      </div>
      <div className="flex items-center gap-3 max-md:w-full max-md:justify-between">
        <Status tone={status.tone}>{status.label}</Status>
        {one.item === 'bank_account' ? (
          <ActionLink href={SUPPLIER.money} isSmall>
            Go to money
          </ActionLink>
        ) : (
          <span className="flex gap-2">
            {one.status !== 'missing' && <AddDocument item={one.item} label={label} />}
            <Action isSmall aria-label={`${verb}: ${label}`} onClick={onEdit}>
              {verb}
            </Action>
          </span>
        )}
      </div>
    </li>
  )
}

function StatementDialog(props: { item: StatedItem; statement: string; onClose: () => void }) {
  const { item, onClose } = props
  const queries = useQueryClient()
  const [statement, setStatement] = useState(props.statement)
  const [isCorrect, setIsCorrect] = useState(false)
  return (
    <FormDialog
      isOpen
      onClose={onClose}
      title={TEXTS[item].label}
      text="We review your details. If you change them, we review them again."
      submitLabel="Save"
      canSubmit={statement.trim().length >= 3 && isCorrect}
      onSubmit={async () => {
        const answer = await call('POST /supplier/verification/{item}', {
          params: { item },
          body: { statement, isCorrect: true },
        })
        queries.setQueryData(VERIFICATION_KEY, answer.verification)
        toast.success(answer.message)
      }}
      explain={(error) => explainError(error, 'We couldn’t save your details. Please try again in a moment.')}
    >
      <TextArea
        label={TEXTS[item].about}
        rows={2}
        maxLength={500}
        value={statement}
        onChange={(event) => setStatement(event.target.value)}
      />
      <Checkbox
        label="I confirm that this is correct"
        checked={isCorrect}
        onChange={(event) => setIsCorrect(event.target.checked)}
      />
    </FormDialog>
  )
}
