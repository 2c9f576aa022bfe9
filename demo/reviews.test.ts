import { createReadStream, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { openFeed, readParts } from '#features/catalogue/catalog/import/read/read-parts.ts'

const FOLDER = import.meta.dirname

const suppliers = z.array(z.object({ slug: z.string(), feed: z.string() })).parse(readJson('suppliers.json'))
const reviews = z
  .array(
    z.strictObject({
      supplier: z.string(),
      externalKey: z.string(),
      rating: z.number(),
      author: z.string().nullable(),
      daysAgo: z.number(),
      text: z.string(),
    }),
  )
  .parse(readJson('reviews.json'))
const texts = reviews.map(({ text }) => text)

test('every review refers to a product of its supplier’s feed by the key that the import assigns', async () => {
  const productKeys = new Set((await Promise.all(suppliers.map(readProductKeys))).flat())
  const reviewed = new Set(reviews.map(({ supplier, externalKey }) => `${supplier} ${externalKey}`))
  expect(productKeys.size).toBeGreaterThan(reviewed.size)
  expect([...reviewed].filter((product) => !productKeys.has(product))).toEqual([])
})

test('at least a hundred products have reviews, and none has more than seven', () => {
  const counts = Map.groupBy(reviews, ({ supplier, externalKey }) => `${supplier} ${externalKey}`)
  expect(counts.size).toBeGreaterThanOrEqual(100)
  expect([...counts].filter(([, members]) => members.length > 7).map(([product]) => product)).toEqual([])
})

test('ratings are whole stars from one to five, and each rating occurs', () => {
  const ratings = [...new Set(reviews.map(({ rating }) => rating))]
  expect(ratings.toSorted((a, b) => a - b)).toEqual([1, 2, 3, 4, 5])
})

test('review texts have 20 to 400 characters and are unique', () => {
  expect(texts.filter((text) => text.length < 20 || text.length > 400 || text !== text.trim())).toEqual([])
  const plain = texts.map((text) => text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, ' '))
  expect(plain.filter((text, i) => plain.indexOf(text) !== i)).toEqual([])
})

test('reviews are 3 to 400 days old', () => {
  const odd = reviews.filter(({ daysAgo }) => !Number.isInteger(daysAgo) || daysAgo < 3 || daysAgo > 400)
  expect(odd).toEqual([])
})

test('authors are a first name with an initial, or anonymous', () => {
  const authors = reviews.flatMap(({ author }) => author ?? [])
  expect(authors.length).toBeLessThan(reviews.length)
  expect(authors.filter((author) => !/^\p{Lu}\p{Ll}+ \p{Lu}\.$/u.test(author))).toEqual([])
})

/** Returns the keys of the products in a supplier's feed, as the import reads them; variations use their parent's key. */
async function readProductKeys({ slug, feed }: { slug: string; feed: string }): Promise<string[]> {
  const source = { name: feed, open: () => createReadStream(path.join(FOLDER, 'feeds', feed)) }
  const keys: string[] = []
  for await (const feedPart of readParts(await openFeed(source))) {
    if ('key' in feedPart && feedPart.parent === null) keys.push(`${slug} ${feedPart.key}`)
  }
  return keys
}

function readJson(name: string): unknown {
  return JSON.parse(readFileSync(path.join(FOLDER, name), 'utf8'))
}
