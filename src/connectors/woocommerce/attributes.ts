import { z } from 'zod'
import type { OutgoingProduct } from '#features/stores/connections/port.ts'

/** An attribute of a product there, as a site tells and takes it; `id` is 0 where it is the product's own. */
export const Attribute = z.object({
  id: z.number().catch(0),
  name: z.string(),
  position: z.number().catch(0),
  visible: z.boolean().catch(true),
  variation: z.boolean().catch(false),
  options: z.array(z.string()).catch([]),
})
export type Attribute = z.output<typeof Attribute>

/** What a variation there is chosen by. */
export const Choice = z.object({ id: z.number().catch(0), name: z.string(), option: z.string().catch('') })
export type Choice = z.output<typeof Choice>

/** What an option of ours is called at a product there; `id` is 0 but where it is an attribute of all products of the site. */
export type Called = Readonly<{ id: number; name: string }>

/** What our options are called at a product there; `restored` are all its attributes where some of ours have to be put back. */
export type Naming = Readonly<{ called: readonly Called[]; restored: readonly object[] | null }>

/**
 * Finds our options among a product's attributes: by their names, or, where their owner has renamed one, by values they share. What is
 * missing of them is put back, since nobody could choose a variation without; the owner's other attributes stay.
 */
export function namingOf(product: OutgoingProduct, existing: readonly Attribute[]): Naming {
  const attributes: (Attribute | ReturnType<typeof newAttribute>)[] = [...existing]
  const called: Called[] = []
  let isRestored = false
  for (const [index, option] of product.options.entries()) {
    const values = valuesOf(product, index)
    const there = findAttribute(existing, { option, values, called })
    called.push({ id: there?.id ?? 0, name: there?.name ?? option })
    const missing = values.filter((value) => !there?.options.some((one) => isSame(one, value)))
    if (there?.variation && missing.length === 0) continue
    isRestored = true
    if (!there) attributes.push(newAttribute(option, values))
    else
      attributes[existing.indexOf(there)] = {
        ...there,
        variation: true,
        options: [...there.options, ...missing],
      }
  }
  return { called, restored: isRestored ? attributes : null }
}

/**
 * The same product with values as WooCommerce keeps them. It splits options at bars, and cleans what a variation is chosen by of
 * tags, backslashes and encoded signs, but not the options: nobody could choose a variation of other values.
 */
export function withKeptValues(product: OutgoingProduct): OutgoingProduct {
  const variants = product.variants.map((variant) => ({ ...variant, values: variant.values.map(keptValue) }))
  return { ...product, variants }
}

function keptValue(value: string): string {
  return value
    .replace(/[|\\]/g, '/')
    .replaceAll('<', '‹')
    .replaceAll('>', '›')
    .replace(/%(?=[0-9a-f]{2})/gi, '% ')
    .replace(/\s+/g, ' ')
    .trim()
}

/** The attributes of a product that is made. */
export function newAttributes(product: OutgoingProduct): object[] {
  return product.options.map((option, index) => newAttribute(option, valuesOf(product, index)))
}

function newAttribute(name: string, options: readonly string[]) {
  return { name, visible: true, variation: true, options }
}

function valuesOf({ variants }: OutgoingProduct, index: number): string[] {
  return [...new Set(variants.map(({ values }) => values[index] ?? ''))]
}

function findAttribute(
  existing: readonly Attribute[],
  {
    option,
    values,
    called,
  }: Readonly<{ option: string; values: readonly string[]; called: readonly Called[] }>,
): Attribute | undefined {
  const isFree = (one: Attribute) => !called.some((other) => isOne(one, other))
  return (
    existing.find((one) => isFree(one) && isSame(one.name, option)) ??
    existing.find(
      (one) =>
        isFree(one) &&
        one.variation &&
        one.options.some((there) => values.some((value) => isSame(there, value))),
    )
  )
}

/**
 * The choices of a variation that is to have these values, or null where it has them; its owner's other choices stay. An attribute of
 * all products is told by its number: by its name WooCommerce does not know it, and leaves the choice out without a word.
 */
export function choicesFor(
  called: readonly Called[],
  values: readonly string[],
  existing: readonly Choice[],
): object[] | null {
  const ours = called.map((attribute, index) => ({ attribute, option: values[index] ?? '' }))
  const isThere = ours.every(({ attribute, option }) =>
    existing.some((one) => isOne(one, attribute) && isSame(one.option, option)),
  )
  if (isThere) return null
  const others = existing.filter((one) => !called.some((attribute) => isOne(one, attribute)))
  return [
    ...others,
    ...ours.map(({ attribute: { id, name }, option }) => (id === 0 ? { name, option } : { id, option })),
  ]
}

function isOne(one: Called, other: Called): boolean {
  return one.id === other.id && (one.id !== 0 || isSame(one.name, other.name))
}

function isSame(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase()
}
