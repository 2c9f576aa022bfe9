import { eq } from 'drizzle-orm'
import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'
import type { Database } from '#database/database.ts'
import { productImages, productVariants } from '#features/catalogue/catalog/tables.ts'
import { newId } from '#core/ids.ts'
import type { CreatedProduct } from '#tests/shop/factories.ts'

/** Adds a second, larger size to a ring and returns its ID. It has a picture, a price and a stock of its own. */
export async function addLargerSize(
  { db, url }: { db: Database; url: string },
  { ring, supplierId }: { ring: CreatedProduct; supplierId: number },
): Promise<string> {
  const [front, side] = await db
    .insert(productImages)
    .values(
      ['front', 'side'].map((alt, index) => ({
        productId: ring.productKey,
        position: index + 1,
        sourceUrl: `https://pictures.example/${alt}.webp`,
        alt,
        fileKey: `${alt}-of-the-ring`,
        state: 'ready' as const,
      })),
    )
    .returning()
  const ofRing = eq(productVariants.id, ring.variantKey)
  await db
    .update(productVariants)
    .set({ size: 'US 6', title: 'US 6', imageId: front?.id ?? null })
    .where(ofRing)
  await db.insert(productVariants).values({
    publicId: newId('variant'),
    productId: ring.productKey,
    supplierId,
    sku: 'RING-7',
    title: 'US 7',
    size: 'US 7',
    position: 2,
    priceAmount: 24_000,
    stock: 3,
    imageId: side?.id ?? null,
  })
  const answer = await (await fetch(`${url}/shop/getProductsByID/${ring.id}`)).text()
  return JSON.parse(answer).getProduct.variants[1].id
}

/** Expects that the stepper of a product with two in stock goes from one to two and back. */
export async function expectOneOrTwo(stepper: Locator): Promise<void> {
  const [minus, plus] = [stepper.getByLabel('Decrease quantity'), stepper.getByLabel('Increase quantity')]
  const quantityStatus = stepper.getByRole('status')
  expect([await quantityStatus.innerText(), await minus.isDisabled()]).toEqual(['1', true])
  await plus.click()
  expect([await quantityStatus.innerText(), await plus.isDisabled()]).toEqual(['2', true])
  await minus.click()
  expect([await quantityStatus.innerText(), await minus.isDisabled()]).toEqual(['1', true])
}

/** Returns the cumulative layout shift of the page so far. */
export function getLayoutShift(page: Page): Promise<number> {
  return page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        new PerformanceObserver((list) => {
          const shifts = list.getEntries().map((entry) => Number(Reflect.get(entry, 'value')))
          resolve(shifts.reduce((sum, shift) => sum + shift, 0))
        }).observe({ type: 'layout-shift', buffered: true })
        setTimeout(() => resolve(0), 500)
      }),
  )
}
