import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call, explainError } from '#web/app/calls/api.ts'
import { toast } from '#web/app/toast.ts'
import { FormDialog } from '#web/console/parts/dialog.tsx'
import { Field, Select } from '#web/ui/field.tsx'
import { type SupplierOption, SupplierField } from '../money/commissions/supplier-field.tsx'
import {
  AUDIENCE_TEXTS,
  KIND_TEXTS,
  PICTURE_TEXTS,
  type Promotion,
  type PromotionInput,
  type PromotionKind,
} from './promotion-texts.ts'

/** The input of a promotion; times are local. */
type Draft = Readonly<{
  title: string
  text: string
  label: string
  path: string
  audience: string
  picture: string
  supplier: SupplierOption | undefined
  startsAt: string
  endsAt: string
}>

type ChangeDraft = (fields: Partial<Draft>) => void

/** Renders the dialog that adds or edits an announcement, a campaign or a featured supplier. */
export function PromotionDialog(props: {
  kind: PromotionKind
  promotion: Promotion | undefined
  onClose: () => void
}) {
  const { kind, promotion, onClose } = props
  const texts = KIND_TEXTS[kind]
  const queries = useQueryClient()
  const [draft, setDraft] = useState(() => toDraft(promotion))
  const change: ChangeDraft = (fields) => setDraft((before) => ({ ...before, ...fields }))
  const isWhole = kind === 'featured_supplier' ? draft.supplier !== undefined : hasTexts(draft)
  return (
    <FormDialog
      isOpen
      isWide
      onClose={onClose}
      title={promotion ? texts.edit : texts.add}
      submitLabel={promotion ? 'Save' : texts.add}
      canSubmit={isWhole && draft.startsAt !== ''}
      onSubmit={async () => {
        const input = toInput(kind, draft)
        if (!input) return
        const { message } = promotion
          ? await call('POST /operator/promotions/{id}', {
              params: { id: promotion.id },
              body: { promotion: input, version: promotion.version },
            })
          : await call('POST /operator/promotions', { body: input })
        await queries.invalidateQueries({ queryKey: ['operator'] })
        toast.success(message)
      }}
      explain={(error) => explainError(error, 'We couldn’t save your changes. Please try again in a moment.')}
    >
      {kind === 'featured_supplier' ? (
        <SupplierField isRequired value={draft.supplier} onChange={(supplier) => change({ supplier })} />
      ) : (
        <TextFields kind={kind} draft={draft} onChange={change} />
      )}
      <div className="grid gap-3 sm:grid-cols-2">
        <Field
          label="Starts"
          type="datetime-local"
          required
          value={draft.startsAt}
          onChange={(event) => change({ startsAt: event.target.value })}
        />
        <Field
          label="Ends (optional)"
          type="datetime-local"
          value={draft.endsAt}
          onChange={(event) => change({ endsAt: event.target.value })}
        />
      </div>
    </FormDialog>
  )
}

type TextProps = Readonly<{ kind: PromotionKind; draft: Draft; onChange: ChangeDraft }>

function TextFields({ kind, draft, onChange }: TextProps) {
  const isCampaign = kind === 'campaign'
  return (
    <>
      <Field
        label={isCampaign ? 'Title' : 'Announcement'}
        required
        maxLength={isCampaign ? 60 : 160}
        value={draft.title}
        onChange={(event) => onChange({ title: event.target.value })}
      />
      {isCampaign && (
        <Field
          label="Text (optional)"
          placeholder="Up to 50% Off!"
          maxLength={120}
          value={draft.text}
          onChange={(event) => onChange({ text: event.target.value })}
        />
      )}
      <LinkFields kind={kind} draft={draft} onChange={onChange} />
      <Select
        label={isCampaign ? 'Picture' : 'Audience'}
        value={isCampaign ? draft.picture : draft.audience}
        onChange={({ target: { value } }) => onChange(isCampaign ? { picture: value } : { audience: value })}
      >
        {Object.entries(isCampaign ? PICTURE_TEXTS : AUDIENCE_TEXTS).map(([value, label]) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </Select>
    </>
  )
}

function LinkFields({ kind, draft, onChange }: TextProps) {
  const optional = kind === 'campaign' ? '' : ' (optional)'
  return (
    <div className="grid gap-3 sm:grid-cols-2">
      <Field
        label={kind === 'campaign' ? 'Button' : `Link text${optional}`}
        placeholder="Buy Now"
        required={kind === 'campaign'}
        maxLength={40}
        value={draft.label}
        onChange={(event) => onChange({ label: event.target.value })}
      />
      <Field
        label={`Leads to${optional}`}
        placeholder="/marketplace?onOffer=1"
        hint="A page of this shop"
        error={isPage(draft.path) ? undefined : 'A page of this shop begins with one “/”.'}
        required={kind === 'campaign'}
        maxLength={300}
        value={draft.path}
        onChange={(event) => onChange({ path: event.target.value })}
      />
    </div>
  )
}

/** Returns whether a path leads to a page of this shop; an empty one is valid. */
function isPage(path: string): boolean {
  return path.trim() === '' || /^\/(?![/\\])[^\s\\<>"]*$/.test(path.trim())
}

function hasTexts({ title, path }: Draft): boolean {
  return title.trim().length >= 3 && isPage(path)
}

function toDraft(promotion: Promotion | undefined): Draft {
  return {
    title: promotion?.title ?? '',
    text: promotion?.text ?? '',
    label: promotion?.link?.label ?? '',
    path: promotion?.link?.path ?? '',
    audience: promotion?.audience ?? 'everyone',
    picture: promotion?.picture ?? 'emerald',
    supplier: promotion?.supplier ?? undefined,
    startsAt: toLocalTime(promotion?.startsAt ?? new Date().toISOString()),
    endsAt: promotion?.endsAt ? toLocalTime(promotion.endsAt) : '',
  }
}

/** Formats a time for a date and time input, in local time to the minute. */
function toLocalTime(moment: string): string {
  const date = new Date(moment)
  return new Date(date.getTime() - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 16)
}

function toInput(kind: PromotionKind, draft: Draft): PromotionInput | undefined {
  const dates = {
    startsAt: new Date(draft.startsAt).toISOString(),
    endsAt: draft.endsAt === '' ? null : new Date(draft.endsAt).toISOString(),
  }
  const { title, text, supplier } = draft
  if (kind === 'featured_supplier') return supplier && { kind, supplier: supplier.id, ...dates }
  const link = { label: draft.label.trim(), path: draft.path.trim() }
  if (kind === 'campaign')
    return { kind, title, text, link, picture: draft.picture === 'blush' ? 'blush' : 'emerald', ...dates }
  const audience =
    draft.audience === 'vendors' || draft.audience === 'suppliers' ? draft.audience : 'everyone'
  const hasLink = link.label !== '' || link.path !== ''
  return { kind, title, link: hasLink ? link : null, audience, ...dates }
}
