import { smallPicture } from '#core/media-path.ts'
import { CATEGORY_NAMES } from '#web/shared/search/marketplace-search.ts'
import {
  KINDS,
  newProduct,
  newVariant,
  type Kind,
  type ProductForm,
  type VariantForm,
} from './product-form.ts'
import { EMPTY_STORE, type StoreForm } from '../store/store-form.ts'

/** The session storage key of what was typed into the steps; it ends with the browser tab. */
export const DRAFT_KEY = 'manufacturerOnboarding'

/** What was typed into the steps: by whom (empty: nobody signed in), and the store where anything was typed of it. */
export type OnboardingDraft = Readonly<{ owner: string; store: StoreForm | null; product: ProductForm }>

type DraftStorage = Pick<Storage, 'getItem' | 'setItem'>

/** Nothing typed yet. */
export function newDraft(owner: string): OnboardingDraft {
  return { owner, store: null, product: newProduct() }
}

/**
 * What was typed in this tab, as far as it can be read. What somebody typed before they signed in is theirs; another
 * person's is nobody's business.
 */
export function readDraft(storage: DraftStorage | undefined, owner: string): OnboardingDraft {
  try {
    const kept: unknown = JSON.parse(storage?.getItem(DRAFT_KEY) ?? 'null')
    if (!isRecord(kept) || (kept['owner'] !== '' && kept['owner'] !== owner)) return newDraft(owner)
    const store = isRecord(kept['store']) ? textsOf(EMPTY_STORE, kept['store']) : null
    return { owner, store, product: productIn(kept['product']) }
  } catch {
    return newDraft(owner)
  }
}

/** Keeps what was typed; without storage a reload begins anew. */
export function keepDraft(storage: DraftStorage | undefined, draft: OnboardingDraft): void {
  try {
    storage?.setItem(DRAFT_KEY, JSON.stringify(draft))
  } catch {
    // Full or forbidden.
  }
}

/** Nobody typed what is longer. */
const LONGEST = 20_000
const MOST_VARIANTS = 50
const MOST_PICTURES = 6

function productIn(kept: unknown): ProductForm {
  const empty = newProduct()
  if (!isRecord(kept)) return empty
  const { kinds, variants, pictures, revision } = kept
  const read = {
    ...textsOf(empty, kept),
    category: CATEGORY_NAMES.find((name) => name === kept['category']) ?? ('' as const),
    kinds: KINDS.filter((kind: Kind) => Array.isArray(kinds) && kinds.includes(kind)),
    revision: Number.isSafeInteger(revision) ? Number(revision) : 0,
    isReturnable: kept['isReturnable'] !== false,
    isPublished: kept['isPublished'] === true,
    variants: listIn(variants, MOST_VARIANTS).map(variantIn),
    pictures: listIn(pictures, MOST_PICTURES).flatMap(pictureIn),
  }
  return read.variants.length > 0 ? read : { ...read, variants: empty.variants }
}

function variantIn(kept: Record<string, unknown>): VariantForm {
  const { seenQuantity } = kept
  const isCount = Number.isSafeInteger(seenQuantity) && Number(seenQuantity) >= 0
  return { ...textsOf(newVariant(), kept), seenQuantity: isCount ? Number(seenQuantity) : null }
}

function pictureIn({ key, tint }: Record<string, unknown>): ProductForm['pictures'][number][] {
  if (typeof key !== 'string' || !/^[0-9a-f]{32}$/.test(key)) return []
  return [{ key, image_url: smallPicture(key), tint: typeof tint === 'string' ? tint : null }]
}

/** `empty` with those texts of `kept` that stand where it has texts. */
function textsOf<Form extends object>(empty: Form, kept: Record<string, unknown>): Form {
  const texts = Object.entries(empty).flatMap(([field, value]) => {
    const text = kept[field]
    const isText = typeof value === 'string' && typeof text === 'string' && text.length <= LONGEST
    return isText ? [[field, text] as const] : []
  })
  return { ...empty, ...Object.fromEntries(texts) }
}

function listIn(kept: unknown, most: number): Record<string, unknown>[] {
  return Array.isArray(kept) ? kept.filter(isRecord).slice(0, most) : []
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}
