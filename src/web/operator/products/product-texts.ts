import { toPlainText } from '#core/text/plain-text.ts'
import type { AnswerTo } from '#web/app/calls/endpoints.ts'
import { formatMoney } from '#web/console/data/format.ts'
import type { StatusTone } from '#web/console/parts/status.tsx'

/** A product in the operators' list. */
export type ListedProduct = AnswerTo<'GET /operator/products'>['products'][number]

/** The decisions of an operator about a product. */
export type DecisionName = 'approve' | 'refuse' | 'hide' | 'show'

/** Describes the state of a product in a word. */
export function describeState({ moderation, status, isListed }: ListedProduct): Readonly<{
  label: string
  tone: StatusTone
}> {
  if (status === 'archived') return { label: 'Archived', tone: 'plain' }
  if (moderation === 'hidden') return { label: 'Hidden', tone: 'bad' }
  if (moderation === 'refused') return { label: 'Refused', tone: 'bad' }
  if (status === 'draft') return { label: 'Draft', tone: 'plain' }
  if (moderation === 'pending') return { label: 'To review', tone: 'do' }
  return isListed ? { label: 'Listed', tone: 'good' } : { label: 'Supplier not verified', tone: 'wait' }
}

const CAUSES: Readonly<Record<ListedProduct['causes'][number], string>> = {
  first_products: 'Among the supplier’s first products',
  price_jump: 'Price changed a lot',
  banned_word: 'Contains a word on your list',
  banned_stone: 'Contains a stone on your list',
  changed: 'Changed after it was refused',
}

/** Describes the reasons why a product needs a review. */
export function describeCauses({ causes }: Pick<ListedProduct, 'causes'>): string {
  return causes.map((cause) => CAUSES[cause]).join(' · ')
}

type Change = ListedProduct['changes'][number]

const FIELDS: Readonly<Record<Change['field'], string>> = {
  name: 'Name',
  summary: 'Summary',
  description: 'Description',
  stones: 'Stones',
  priceCents: 'Price',
  offerCents: 'Offer',
}

/** Returns a changed field with its values before and after, for people. */
export function describeChange({ field, before, after }: Change) {
  return { label: FIELDS[field], before: formatValue(before), after: formatValue(after) }
}

function formatValue(value: Change['before']): string {
  if (value === null || value === '') return 'None'
  return typeof value === 'number' ? formatMoney(value / 100) : toPlainText(value)
}

/** The label and effect of each decision. */
export const DECISIONS = {
  approve: {
    title: 'Approve',
    text: 'Buyers see it on the marketplace, and the supplier gets an email.',
    variant: 'primary',
  },
  refuse: {
    title: 'Refuse',
    text: 'It stays off the marketplace until the supplier changes it and you approve it. They see the reason.',
    variant: 'danger',
  },
  hide: {
    title: 'Hide',
    text: 'Buyers no longer see it, and vendors’ stores stop selling it. Existing orders continue. The supplier sees the reason.',
    variant: 'danger',
  },
  show: {
    title: 'Show again',
    text: 'Buyers see it again if its supplier offers it. The supplier gets an email.',
    variant: 'primary',
  },
} as const

/** Returns the possible decisions on a product. */
export function listDecisions({ moderation, status }: ListedProduct): DecisionName[] {
  if (moderation === 'hidden') return ['show']
  if (moderation === 'pending') return ['refuse', 'approve']
  if (moderation === 'refused') return ['hide', 'approve']
  return status === 'archived' ? [] : ['hide']
}
