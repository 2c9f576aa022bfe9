/** What a vendor says that other options of a variant in a store mean: the variant of ours by the options' key. */
export type OptionChoices = readonly Readonly<{ options: string; reference: string }>[]

/** One of our variants for a store: its option values, and its known ids in the store. */
export type TargetVariant = Readonly<{
  reference: string
  values: readonly string[]
  knownIds?: readonly string[]
  choices?: OptionChoices
}>

/** A variant that a store has, with the SKU and the option values that its owner sees. */
export type StoreVariant = Readonly<{ id: string; sku: string; values: readonly string[] }>

/** A variant of a listed product in its store. `id` is empty for a product without variations. */
export type ListedVariant = StoreVariant &
  Readonly<{
    /** Null when the store does not count stock. */
    quantity: number | null
  }>

/** New SKUs of a listed product's variants in its store; an empty one clears it. */
export type SkuChange = Readonly<{
  productId: string
  skus: readonly Readonly<{ variantId: string; sku: string }>[]
}>

/** One of our variants without a linked variant in the store, with the store's similar variants. */
type UnlinkedVariant<Target, Stored> = Readonly<{ target: Target; alike: readonly Stored[] }>

/** A store's variant with the SKU of another one: the linked variant, and the variant that the SKU names. */
type MixedVariant<Target, Stored> = Readonly<{
  stored: Stored
  own: Target | undefined
  named: Target | undefined
}>

/** A store's variant, the one of ours that it is linked to, and the one that its options mean. */
export type VariantOffer<Target, Stored> = Readonly<{ stored: Stored; linked: Target; meant: Target }>

/**
 * The match of a store's variants with ours. `found` are linked by id; `offers` say whose price and stock each of these
 * gets. `missing` are not in the store, `gone` are no longer in the product. `unlinked` and `mixed` are those that their SKUs do not identify; `problem` describes them,
 * or is null.
 */
export type VariantMatches<Target, Stored> = Readonly<{
  found: ReadonlyMap<string, Stored>
  offers: readonly VariantOffer<Target, Stored>[]
  missing: readonly Target[]
  gone: readonly Stored[]
  unlinked: readonly UnlinkedVariant<Target, Stored>[]
  mixed: readonly MixedVariant<Target, Stored>[]
  problem: string | null
}>

/** Our own ids: variants in stores have them as SKU, and products without variants can have them, too. */
const VARIANT_ID = /^var_[0-9a-f]{32}$/
const PRODUCT_ID = /^prd_[0-9a-f]{32}$/

/** Returns whether a SKU has the form of our own id of a variant or a product. */
export function isOwnSku(sku: string): boolean {
  return VARIANT_ID.test(sku) || PRODUCT_ID.test(sku)
}

/**
 * Returns which of a store's variants match ours. A known variant is identified by its id in the store, even if its
 * SKU was changed; a new one by a unique SKU when its values do not contradict it; one without a SKU by its values.
 */
export function matchVariants<Target extends TargetVariant, Stored extends StoreVariant>(
  targets: readonly Target[],
  stored: readonly Stored[],
  removedIds: readonly string[] = [],
): VariantMatches<Target, Stored> {
  const known = new Set(targets.flatMap(({ knownIds = [] }) => knownIds))
  const unknown = stored.filter(({ id }) => !known.has(id))
  const found = new Map<string, Stored>()
  const missing: Target[] = []
  const unlinked: UnlinkedVariant<Target, Stored>[] = []
  for (const variant of targets) {
    const { reference } = variant
    const isNamed = stored.some(({ sku }) => sku === reference)
    const match = findKnown(variant, stored) ?? findNamed(variant, { targets, unknown })
    const alike = match || isNamed ? [] : listAlike(variant, unknown)
    const [first] = alike
    if (match) found.set(reference, match)
    else if (first && alike.length === 1 && hasNoSku(first)) found.set(reference, first)
    else if (first) unlinked.push({ target: variant, alike })
    else if (!isNamed) missing.push(variant)
  }
  const references = new Set(targets.map(({ reference }) => reference))
  const mixed = listMixed(targets, stored, found)
  const matched = new Set([...found.values()].map(({ id }) => id))
  return {
    found,
    offers: listOffers(targets, found),
    missing,
    gone: unknown.filter(
      ({ id, sku }) =>
        !matched.has(id) && (removedIds.includes(id) || (VARIANT_ID.test(sku) && !references.has(sku))),
    ),
    unlinked,
    mixed,
    problem: explain([
      ...mixed.map((one) => describeMixed(one)),
      ...unlinked.map((one) => describeUnlinked(one)),
    ]),
  }
}

/**
 * Returns what each linked variant of a store sells: what its vendor chose for its options, or the variant whose options
 * it shows, if owners swapped them and no other one shows these; else the linked one.
 */
function listOffers<Target extends TargetVariant, Stored extends StoreVariant>(
  targets: readonly Target[],
  found: ReadonlyMap<string, Stored>,
): VariantOffer<Target, Stored>[] {
  const links = targets.flatMap((linked) => {
    const stored = found.get(linked.reference)
    return stored ? [{ stored, linked }] : []
  })
  let offers = links.map(({ stored, linked }) => {
    const isOwn = linked.values.length === 0 || showsOptions(stored.values, linked.values)
    const key = isOwn ? '' : toOptionsKey(stored.values.join(' / '))
    const choice = isOwn ? undefined : linked.choices?.find(({ options }) => options === key)
    const chosen = targets.find(({ reference }) => reference === choice?.reference)
    const shown = isOwn || chosen ? [] : links.filter((one) => showsOptions(stored.values, one.linked.values))
    const meant = chosen ?? (shown.length === 1 && shown[0] ? shown[0].linked : linked)
    return { stored, linked, meant, isChosen: chosen !== undefined }
  })
  // Options that two variants show are no swap: a swap is complete.
  for (;;) {
    const counts = Map.groupBy(offers, ({ meant }) => meant)
    const isUnclear = ({ linked, meant, isChosen }: (typeof offers)[number]) =>
      meant !== linked && !isChosen && counts.get(meant)?.length !== 1
    if (!offers.some(isUnclear)) return offers.map(({ stored, linked, meant }) => ({ stored, linked, meant }))
    offers = offers.map((one) => (isUnclear(one) ? { ...one, meant: one.linked } : one))
  }
}

/** Returns whether shown options have all of these values, which may be written as stores do: `18K Gold` as `18k-gold`. */
export function showsOptions(shown: readonly string[], values: readonly string[]): boolean {
  const parts = new Set(shown.flatMap(toParts))
  return values.flatMap(toParts).every((part) => parts.has(part))
}

function toParts(text: string): string[] {
  return text.split(' / ').map(toOptionsKey)
}

/** Returns the key of options, which is the same however a store writes them. */
export function toOptionsKey(text: string): string {
  const lower = text.normalize('NFKC').trim().toLowerCase()
  return lower.replaceAll(/[^\p{L}\p{N}]+/gu, '-').replaceAll(/^-|-$/g, '') || lower
}

/** Returns the variant that is known by its id; of several, the one that still has its SKU. */
function findKnown<Stored extends StoreVariant>(
  { reference, knownIds = [] }: TargetVariant,
  stored: readonly Stored[],
): Stored | undefined {
  const mine = stored.filter(({ id }) => knownIds.includes(id))
  return mine.find(({ sku }) => sku === reference) ?? mine[0]
}

/** Returns the only variant with the SKU, if its values do not contradict it. */
function findNamed<Stored extends StoreVariant>(
  variant: TargetVariant,
  { targets, unknown }: Readonly<{ targets: readonly TargetVariant[]; unknown: readonly Stored[] }>,
): Stored | undefined {
  const [candidate, ...others] = unknown.filter(({ sku }) => sku === variant.reference)
  return candidate && others.length === 0 && isPlausible(candidate, variant, targets) ? candidate : undefined
}

/**
 * Returns whether the values of a store's variant allow it to be the one that its SKU names. They must not be those
 * of another variant; when it replaces a known one, they must be equal.
 */
function isPlausible(shown: StoreVariant, own: TargetVariant, targets: readonly TargetVariant[]): boolean {
  if (shows(shown, own)) return true
  const isReplacement = (own.knownIds ?? []).length > 0
  return !isReplacement && !targets.some((one) => shows(shown, one))
}

/** Returns the store's variants that resemble the variant and have none of our ids as SKU. */
function listAlike<Stored extends StoreVariant>(
  variant: TargetVariant,
  unknown: readonly Stored[],
): Stored[] {
  return variant.values.length === 0
    ? []
    : unknown.filter((one) => (hasNoSku(one) || !isOwnSku(one.sku)) && shows(one, variant))
}

/** Returns whether a variation has no SKU; WooCommerce returns the SKU of the product for those. */
function hasNoSku({ sku }: StoreVariant): boolean {
  return sku === '' || PRODUCT_ID.test(sku)
}

function shows({ values }: StoreVariant, variant: TargetVariant): boolean {
  const shown = new Set(values.map((value) => value.toLowerCase()))
  return variant.values.every((value) => shown.has(value.toLowerCase()))
}

/** Returns the store's variants that have the SKU of another one. */
function listMixed<Target extends TargetVariant, Stored extends StoreVariant>(
  targets: readonly Target[],
  stored: readonly Stored[],
  found: ReadonlyMap<string, Stored>,
): MixedVariant<Target, Stored>[] {
  const ours = new Map([...found].map(([reference, { id }]) => [id, reference]))
  return stored.flatMap((variant) => {
    const { id, sku } = variant
    const own = targets.find(({ reference }) => reference === ours.get(id))
    const named = targets.find(({ reference }) => reference === sku)
    // A product without variants can have the id of the product as its SKU.
    const isOfOther = own?.values.length === 0 ? isOwnSku(sku) : VARIANT_ID.test(sku)
    if (named ? named === own : !own || !isOfOther) return []
    return [{ stored: variant, own, named }]
  })
}

function describeMixed({
  stored: { id, sku, values },
  own,
  named,
}: MixedVariant<TargetVariant, StoreVariant>): string {
  const label = own?.values.length === 0 ? 'this product' : toLabel(values, id)
  return `${label} has the SKU of ${named ? toLabel(named.values, sku) : 'another product'}`
}

function describeUnlinked({ target, alike }: UnlinkedVariant<TargetVariant, StoreVariant>): string {
  const { values, reference } = target
  const [first] = alike
  return alike.length === 1 && first
    ? `${toLabel(values, reference)} is a new variant with the SKU “${first.sku}”`
    : `${toLabel(values, reference)} is there ${alike.length} times, and none has its SKU “${reference}”`
}

const MAX_NAMED = 3

function explain(sentences: readonly string[]): string | null {
  if (sentences.length === 0) return null
  const more = sentences.length > MAX_NAMED ? `, and ${sentences.length - MAX_NAMED} more` : ''
  return `In your store, ${sentences.slice(0, MAX_NAMED).join(', ')}${more}. Correct or clear these SKUs there, then update the listing. Until then, orders for these variants wait for you to choose the variant.`
}

function toLabel(values: readonly string[], fallback: string): string {
  return `“${values.length > 0 ? values.join(' / ') : fallback}”`
}
