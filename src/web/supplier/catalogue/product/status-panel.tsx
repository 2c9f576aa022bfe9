import { Check, CircleAlert } from 'lucide'
import { listMissingFacts } from '#core/jewellery/truth.ts'
import { FACT_LABELS, type FactName } from '#core/jewellery/vocabulary.ts'
import type { OwnProductData } from '#features/catalogue/catalog/management/authoring/own-contract.ts'
import { Panel } from '#web/console/parts/panel.tsx'
import { Status } from '#web/console/parts/status.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { readCents } from '../../onboarding/product/product-input.ts'
import { type EditorForm, readFacts } from './editor-form.ts'

/** Renders the state of a product in a word. */
export function ProductStatus({ product }: { product: OwnProductData | undefined }) {
  if (!product) return <Status>Not saved</Status>
  if (product.isArchived) return <Status>Archived</Status>
  if (product.state === 'draft') return <Status tone="wait">Draft</Status>
  if (product.moderation === 'pending') return <Status tone="wait">In review</Status>
  if (product.moderation === 'refused') return <Status tone="bad">Not approved</Status>
  if (product.moderation === 'hidden') return <Status tone="bad">Hidden by the marketplace</Status>
  return product.isListed ? (
    <Status tone="good">Published</Status>
  ) : (
    <Status tone="wait">Published, awaiting verification</Status>
  )
}

/** Renders why the marketplace doesn’t list a product, and how to resolve it. */
export function ModerationNotice({ product }: { product: OwnProductData | undefined }) {
  if (!product || product.moderation === 'approved') return null
  const { title, next } = NOTICES[product.moderation]
  return (
    <div role="status" className="rounded-md bg-mist px-4 py-3 text-sm">
      <p className="font-semibold">{title}</p>
      {product.moderationReason !== null && (
        <p className="mt-1 wrap-anywhere">Reason: {product.moderationReason}</p>
      )}
      <p className="mt-1 text-ink-soft">{next}</p>
    </div>
  )
}

const NOTICES = {
  pending: {
    title: 'This product is in review',
    next: 'Buyers see it once it’s approved. We’ll email you. You don’t need to do anything.',
  },
  refused: {
    title: 'This product wasn’t approved',
    next: 'Fix the issue and save. We’ll review the product again.',
  },
  hidden: {
    title: 'The marketplace has hidden this product',
    next: 'Buyers don’t see it. If you think this is a mistake, contact us.',
  },
} as const

/** Renders what the product still lacks according to the current input. */
export function ChecklistPanel(props: { form: EditorForm; required: readonly FactName[] }) {
  const checks = listChecks(props.form, props.required)
  return (
    <Panel title="Checklist" isFlush>
      <ul className="divide-y divide-line border-t border-line">
        {checks.map(({ label, isDone }) => (
          <li key={label} className="flex items-start gap-2.5 px-4 py-2.5 text-sm">
            <Icon
              shapes={isDone ? Check : CircleAlert}
              aria-hidden="true"
              className={`mt-0.5 size-4 shrink-0 ${isDone ? 'text-accent' : 'text-(--amber)'}`}
              strokeWidth={1.75}
            />
            <span className={isDone ? 'text-ink-soft' : ''}>{label}</span>
          </li>
        ))}
      </ul>
    </Panel>
  )
}

type CheckedItem = Readonly<{ label: string; isDone: boolean }>

function listChecks({ product, facts }: EditorForm, required: readonly FactName[]): CheckedItem[] {
  const missing = listMissingFacts(required, readFacts(facts))
  const hasCategory = product.category !== ''
  const variants = product.kinds.length === 0 ? product.variants.slice(0, 1) : product.variants
  const isPriced = variants.every(({ price }) => (readCents(price === '' ? product.price : price) ?? 0) > 0)
  const isOffered = variants.every(({ wholesale }) => wholesale.trim() !== '')
  return [
    { label: isPriced ? 'Has a price' : 'Add a price above 0', isDone: isPriced },
    {
      label: product.pictures.length > 0 ? 'Has pictures' : 'Add a picture',
      isDone: product.pictures.length > 0,
    },
    {
      label: !hasCategory
        ? 'Choose a category to see which facts it requires'
        : missing.length === 0
          ? 'Has all required facts'
          : `Missing: ${missing.map((fact) => FACT_LABELS[fact]).join(', ')}`,
      isDone: hasCategory && missing.length === 0,
    },
    {
      label: isOffered ? 'Has a wholesale price' : 'Not offered to vendors: no wholesale price',
      isDone: isOffered,
    },
  ]
}
