import { smallPicturePath } from '#core/media-path.ts'
import { CATEGORY_NAMES } from '#web/shared/product/category-names.ts'
import {
  VARIATION_KINDS,
  newProductForm,
  newVariant,
  type VariationKind,
  type ProductForm,
  type VariantForm,
} from './product-form.ts'
import { EMPTY_STORE, type StoreForm } from '../store/store-form.ts'

/** The session storage key of the steps' input, which is deleted with the browser tab. */
export const ONBOARDING_DRAFT_KEY = 'manufacturerOnboarding'

/** The input of the steps: its user (empty for a visitor), the product, and the store, if any. */
export type OnboardingDraft = Readonly<{ owner: string; store: StoreForm | null; product: ProductForm }>

type DraftStorage = Pick<Storage, 'getItem' | 'setItem'>

/** Returns an empty draft. */
export function newOnboardingDraft(owner: string): OnboardingDraft {
  return { owner, store: null, product: newProductForm() }
}

/**
 * Returns the valid input of this tab. Input from before signing in belongs to the user; that of another account is
 * ignored.
 */
export function readOnboardingDraft(storage: DraftStorage | undefined, owner: string): OnboardingDraft {
  try {
    const stored: unknown = JSON.parse(storage?.getItem(ONBOARDING_DRAFT_KEY) ?? 'null')
    if (!isRecord(stored) || (stored['owner'] !== '' && stored['owner'] !== owner))
      return newOnboardingDraft(owner)
    const store = isRecord(stored['store']) ? mergeTexts(EMPTY_STORE, stored['store']) : null
    return { owner, store, product: readProduct(stored['product']) }
  } catch {
    return newOnboardingDraft(owner)
  }
}

/** Stores the draft; without storage a reload starts with an empty one. */
export function saveOnboardingDraft(storage: DraftStorage | undefined, draft: OnboardingDraft): void {
  try {
    storage?.setItem(ONBOARDING_DRAFT_KEY, JSON.stringify(draft))
  } catch {
    // The storage is full or forbidden.
  }
}

/** The longest text that is read; longer stored ones are ignored. */
const MAX_LENGTH = 20_000
const MAX_VARIANTS = 50
const MAX_PICTURES = 6

function readProduct(stored: unknown): ProductForm {
  const empty = newProductForm()
  if (!isRecord(stored)) return empty
  const { kinds, variants, pictures, revision } = stored
  const read = {
    ...mergeTexts(empty, stored),
    category: CATEGORY_NAMES.find((name) => name === stored['category']) ?? ('' as const),
    kinds: VARIATION_KINDS.filter((kind: VariationKind) => Array.isArray(kinds) && kinds.includes(kind)),
    revision: Number.isSafeInteger(revision) ? Number(revision) : 0,
    isReturnable: stored['isReturnable'] !== false,
    isMadeToOrder: stored['isMadeToOrder'] === true,
    isPublished: stored['isPublished'] === true,
    variants: readList(variants, MAX_VARIANTS).map(readVariant),
    pictures: readList(pictures, MAX_PICTURES).flatMap(readPicture),
  }
  return read.variants.length > 0 ? read : { ...read, variants: empty.variants }
}

function readVariant(stored: Record<string, unknown>): VariantForm {
  const { seenQuantity } = stored
  const isCount = Number.isSafeInteger(seenQuantity) && Number(seenQuantity) >= 0
  return { ...mergeTexts(newVariant(), stored), seenQuantity: isCount ? Number(seenQuantity) : null }
}

function readPicture({ key, tint }: Record<string, unknown>): ProductForm['pictures'][number][] {
  if (typeof key !== 'string' || !/^[0-9a-f]{32}$/.test(key)) return []
  return [{ key, image_url: smallPicturePath(key), tint: typeof tint === 'string' ? tint : null }]
}

/** Returns `empty` with the texts of `stored` where both have texts. */
function mergeTexts<Form extends object>(empty: Form, stored: Record<string, unknown>): Form {
  const texts = Object.entries(empty).flatMap(([field, value]) => {
    const text = stored[field]
    const isText = typeof value === 'string' && typeof text === 'string' && text.length <= MAX_LENGTH
    return isText ? [[field, text] as const] : []
  })
  return { ...empty, ...Object.fromEntries(texts) }
}

function readList(stored: unknown, maxItems: number): Record<string, unknown>[] {
  return Array.isArray(stored) ? stored.filter(isRecord).slice(0, maxItems) : []
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}
