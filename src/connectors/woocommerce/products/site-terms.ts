import { z } from 'zod'
import { AppError } from '#core/errors.ts'
import type { OutgoingProduct } from '#features/stores/connections/port.ts'
import { toPlainText } from '#core/text/plain-text.ts'
import { callWooCommerce, type WooClient, type WooSite } from '../call-woocommerce.ts'
import type { SiteTerms } from './offer.ts'
import { readUnits } from '../units.ts'

const Category = z.object({ id: z.number(), name: z.string() })

/** The most categories per page. */
const MAX_LISTED = 100

/** The products to create, and the categories of existing ones. */
export type TermsNeeded = Readonly<{ newProducts: readonly OutgoingProduct[]; categories: readonly string[] }>

/**
 * Returns a site's unit of weight, and the ids of the categories. Missing categories are created. One that the site
 * refuses is omitted: its products go without.
 */
export async function readSiteTerms(
  client: WooClient,
  site: WooSite,
  { newProducts, categories }: TermsNeeded,
): Promise<SiteTerms> {
  const names = new Set([...newProducts.flatMap(({ category }) => category ?? []), ...categories])
  const hasWeight = newProducts.some(({ variants }) => variants.some(({ weightGrams }) => weightGrams))
  const units = hasWeight ? await readUnits(client, site) : undefined
  const categoryIds = new Map<string, number>()
  for (const name of names) {
    const id = (await findCategory(client, site, name)) ?? (await createCategory(client, site, name))
    if (id !== undefined) categoryIds.set(name, id)
  }
  return { toWeight: (grams) => units?.fromGrams(grams), categoryIds }
}

async function findCategory(client: WooClient, site: WooSite, name: string): Promise<number | undefined> {
  // WordPress stores names as HTML and searches in that: a word of letters is found in either form.
  const [word = name] = (name.match(/\p{L}+/gu) ?? []).toSorted((a, b) => b.length - a.length)
  const search = encodeURIComponent(word)
  const { data } = await callWooCommerce(client, site, {
    path: `/wc/v3/products/categories?search=${search}&per_page=${MAX_LISTED}&_fields=id,name`,
    data: z.array(Category),
  })
  return data.find((category) => toKey(toPlainText(category.name)) === toKey(name))?.id
}

function toKey(name: string): string {
  return name.trim().toLowerCase()
}

async function createCategory(client: WooClient, site: WooSite, name: string): Promise<number | undefined> {
  try {
    const { data } = await callWooCommerce(client, site, {
      path: '/wc/v3/products/categories',
      body: { name },
      data: z.object({ id: z.number() }),
    })
    return data.id
  } catch (error) {
    // Another process may have created it meanwhile.
    if (error instanceof AppError && error.kind === 'refused') return findCategory(client, site, name)
    throw error
  }
}
