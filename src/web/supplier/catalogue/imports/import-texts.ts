import type { AnswerTo } from '#web/app/calls/endpoints.ts'
import { formatNumber } from '#web/console/data/format.ts'
import type { StatusTone } from '#web/console/parts/status.tsx'

/** An import in the list, and on its own page. */
export type ListedImport = AnswerTo<'GET /supplier/imports'>['imports'][number]
export type ImportDetail = AnswerTo<'GET /supplier/imports/{id}'>['import']

/** A product of a plan. */
export type PlanItem = AnswerTo<'GET /supplier/imports/{id}/items'>['items'][number]

const STATES: Readonly<Record<ListedImport['state'], Readonly<{ label: string; tone: StatusTone }>>> = {
  unmapped: { label: 'Columns needed', tone: 'wait' },
  reading: { label: 'Reading', tone: 'do' },
  planning: { label: 'Checking', tone: 'do' },
  planned: { label: 'Ready to review', tone: 'wait' },
  applying: { label: 'Importing', tone: 'do' },
  applied: { label: 'Imported', tone: 'good' },
  cancelled: { label: 'Cancelled', tone: 'plain' },
  failed: { label: 'Failed', tone: 'bad' },
}

/** Returns the label of an import's state, and its tone. */
export function importState({ state, counts }: Pick<ListedImport, 'state' | 'counts'>) {
  const isEmpty = state === 'planned' && counts.created + counts.changed === 0
  return isEmpty ? ({ label: 'Nothing to import', tone: 'plain' } as const) : STATES[state]
}

const PLATFORMS = { shopify: 'Shopify store', woocommerce: 'WooCommerce store' } as const

const FORMATS: Readonly<Record<Exclude<ListedImport['format'], 'store'>, string>> = {
  shopify: 'Shopify CSV',
  woocommerce: 'WooCommerce CSV',
  google: 'Google Merchant XML',
  mapped: 'CSV',
}

/** Returns a description of an import's file or store, such as `Shopify CSV · UTF-8 · 1.2 MB` or `Shopify store`. */
export function describeFile({ format, platform, encoding, fileSize }: ListedImport): string {
  if (format === 'store') return PLATFORMS[platform ?? 'shopify']
  return [FORMATS[format], encoding, formatSize(fileSize)].join(' · ')
}

/** Returns a size such as `12 KB` or `1.2 MB`. */
function formatSize(bytes: number): string {
  if (bytes < 1_000_000) return `${Math.max(1, Math.round(bytes / 1_000))} KB`
  return `${(bytes / 1_000_000).toLocaleString('en-US', { maximumFractionDigits: 1 })} MB`
}

/** Returns a count with its noun, such as `1 product` or `1,200 products`. */
export function countProducts(count: number): string {
  return `${formatNumber(count)} ${count === 1 ? 'product' : 'products'}`
}

/** Returns whether a job is processing an import. */
export function isProcessing({ state }: Pick<ListedImport, 'state'>): boolean {
  return state === 'reading' || state === 'planning' || state === 'applying'
}

/** Returns a sentence about what an import has done or would do. */
export function describeOutcome({ state, counts }: ListedImport): string {
  const hasPlan = state === 'planned' || state === 'applying' || state === 'applied' || state === 'cancelled'
  if (!hasPlan) return '–'
  const { created, changed, applied, notApplied } = counts
  if (state === 'planned') return `${formatNumber(created)} new, ${formatNumber(changed)} changed`
  const left = notApplied > 0 ? `, ${formatNumber(notApplied)} not imported` : ''
  return `${formatNumber(applied)} of ${formatNumber(created + changed)} imported${left}`
}
