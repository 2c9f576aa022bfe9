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

/** How our options are called at a product there; `restored` are all its attributes where some of ours have to be put back. */
export type Naming = Readonly<{ names: readonly string[]; restored: readonly object[] | null }>

/**
 * Finds our options among a product's attributes: by their names, or, where their owner has renamed one, by values they share. What is
 * missing of them is put back, since nobody could choose a variation without; the owner's other attributes stay.
 */
export function namingOf(product: OutgoingProduct, existing: readonly Attribute[]): Naming {
  const attributes: (Attribute | ReturnType<typeof newAttribute>)[] = [...existing]
  const names: string[] = []
  let isRestored = false
  for (const [index, option] of product.options.entries()) {
    const values = valuesOf(product, index)
    const there = findAttribute(existing, { option, values, names })
    names.push(there?.name ?? option)
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
  return { names, restored: isRestored ? attributes : null }
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
    names,
  }: Readonly<{ option: string; values: readonly string[]; names: readonly string[] }>,
): Attribute | undefined {
  const isFree = ({ name }: Attribute) => !names.includes(name)
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

/** The choices of a variation that is to have these values, or null where it has them; its owner's other choices stay. */
export function choicesFor(
  names: readonly string[],
  values: readonly string[],
  existing: readonly Choice[],
): object[] | null {
  const ours = names.map((name, index) => ({ name, option: values[index] ?? '' }))
  const isThere = ours.every(({ name, option }) =>
    existing.some((one) => isSame(one.name, name) && isSame(one.option, option)),
  )
  if (isThere) return null
  const others = existing.filter(({ name }) => !names.some((one) => isSame(one, name)))
  return [...others, ...ours]
}

function isSame(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase()
}
