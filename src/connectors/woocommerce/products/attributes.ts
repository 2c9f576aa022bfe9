import { z } from 'zod'
import type { OutgoingProduct } from '#features/stores/connections/port.ts'

/** An attribute of a product in a site's form. `id` is 0 for the product's own attributes. */
export const Attribute = z.object({
  id: z.number().catch(0),
  name: z.string(),
  position: z.number().catch(0),
  visible: z.boolean().catch(true),
  variation: z.boolean().catch(false),
  options: z.array(z.string()).catch([]),
})
export type Attribute = z.output<typeof Attribute>

/** The attributes that select a variation. */
export const VariationAttribute = z.object({
  id: z.number().catch(0),
  name: z.string(),
  option: z.string().catch(''),
})
export type VariationAttribute = z.output<typeof VariationAttribute>

/** The name of our option at a product of the site. `id` is 0 unless it is a global attribute of the site. */
export type AttributeRef = Readonly<{ id: number; name: string }>

/**
 * The names of our options at a product of the site. `restored` are all its attributes if some of ours must be added
 * again.
 */
export type AttributeMapping = Readonly<{
  called: readonly AttributeRef[]
  restored: readonly object[] | null
}>

/**
 * Finds our options among a product's attributes, by name or else by shared values. Shared values identify an option
 * that the store's owner has renamed. Missing options are restored, since variations cannot be selected without them;
 * the owner's other attributes stay.
 */
export function mapAttributes(product: OutgoingProduct, existing: readonly Attribute[]): AttributeMapping {
  const attributes: (Attribute | ReturnType<typeof toNewAttribute>)[] = [...existing]
  const attributeRefs: AttributeRef[] = []
  let isRestored = false
  for (const [index, option] of product.options.entries()) {
    const values = listValues(product, index)
    const existingAttribute = findAttribute(existing, { option, values, called: attributeRefs })
    attributeRefs.push({ id: existingAttribute?.id ?? 0, name: existingAttribute?.name ?? option })
    const missing = values.filter(
      (value) => !existingAttribute?.options.some((one) => isSameName(one, value)),
    )
    if (existingAttribute?.variation && missing.length === 0) continue
    isRestored = true
    if (!existingAttribute) attributes.push(toNewAttribute(option, values))
    else
      attributes[existing.indexOf(existingAttribute)] = {
        ...existingAttribute,
        variation: true,
        options: [...existingAttribute.options, ...missing],
      }
  }
  return { called: attributeRefs, restored: isRestored ? attributes : null }
}

/**
 * Returns a product with values as WooCommerce stores them. It splits options at bars, and removes tags, backslashes
 * and encoded characters from a variation's values, but not from the options: other values would make a variation
 * impossible to select.
 */
export function withStoredValues(product: OutgoingProduct): OutgoingProduct {
  const variants = product.variants.map((variant) => ({
    ...variant,
    values: variant.values.map(toStoredValue),
  }))
  return { ...product, variants }
}

function toStoredValue(value: string): string {
  return value
    .replace(/[|\\]/g, '/')
    .replaceAll('<', '‹')
    .replaceAll('>', '›')
    .replace(/%(?=[0-9a-f]{2})/gi, '% ')
    .replace(/\s+/g, ' ')
    .trim()
}

/** Returns the attributes of a new product. */
export function toNewAttributes(product: OutgoingProduct): object[] {
  return product.options.map((option, index) => toNewAttribute(option, listValues(product, index)))
}

function toNewAttribute(name: string, options: readonly string[]) {
  return { name, visible: true, variation: true, options }
}

function listValues({ variants }: OutgoingProduct, index: number): string[] {
  return [...new Set(variants.map(({ values }) => values[index] ?? ''))]
}

function findAttribute(
  existing: readonly Attribute[],
  {
    option,
    values,
    called,
  }: Readonly<{ option: string; values: readonly string[]; called: readonly AttributeRef[] }>,
): Attribute | undefined {
  const isUnused = (one: Attribute) => !called.some((otherRef) => isSameAttribute(one, otherRef))
  return (
    existing.find((one) => isUnused(one) && isSameName(one.name, option)) ??
    existing.find(
      (one) =>
        isUnused(one) &&
        one.variation &&
        one.options.some((existingAttribute) => values.some((value) => isSameName(existingAttribute, value))),
    )
  )
}

/**
 * Returns the attributes of a variation with these values; null if it already has them. Its owner's other attributes
 * stay. A global attribute is sent by its id: WooCommerce does not know it by name, and silently drops it.
 */
export function getVariationAttributes(
  attributeRefs: readonly AttributeRef[],
  values: readonly string[],
  existing: readonly VariationAttribute[],
): object[] | null {
  const ours = attributeRefs.map((attribute, index) => ({ attribute, option: values[index] ?? '' }))
  const isUpToDate = ours.every(({ attribute, option }) =>
    existing.some((one) => isSameAttribute(one, attribute) && isSameName(one.option, option)),
  )
  if (isUpToDate) return null
  const ownerAttributes = existing.filter(
    (one) => !attributeRefs.some((attribute) => isSameAttribute(one, attribute)),
  )
  return [
    ...ownerAttributes,
    ...ours.map(({ attribute: { id, name }, option }) => (id === 0 ? { name, option } : { id, option })),
  ]
}

function isSameAttribute(one: AttributeRef, otherRef: AttributeRef): boolean {
  return one.id === otherRef.id && (one.id !== 0 || isSameName(one.name, otherRef.name))
}

function isSameName(one: string, otherRef: string): boolean {
  return one.toLowerCase() === otherRef.toLowerCase()
}
