import fc from 'fast-check'
import { beforeEach, expect, test } from 'vitest'
import { products } from '#features/catalogue/catalog/tables.ts'
import { createTestDatabase } from '#tests/shop/database.ts'
import { createTestProduct, createTestSupplier } from '#tests/shop/factories.ts'
import {
  findOrCreateSupplier,
  findSupplierContact,
  listSupplierNames,
  listSuppliers,
  saveSupplierProfile,
  setVerified,
  toSlug,
} from './service.ts'

const { db, reset } = await createTestDatabase()
beforeEach(reset)

test('a slug is plain ASCII, short and never empty', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', minLength: 1, maxLength: 90 }), (name) => {
      expect(toSlug(name)).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*-?$/)
      expect(toSlug(name).length).toBeLessThanOrEqual(60)
    }),
  )
  expect(toSlug("  L'Atelier d'Été & Söhne ")).toBe('l-atelier-d-ete-sohne')
  expect(toSlug('金工房')).not.toBe(toSlug('銀細工'))
})

test('a supplier is created once, verified and with a warehouse, also concurrently', async () => {
  const found = await Promise.all(
    ['Kara Gold', 'kara gold', 'Kara  Gold!'].map((name) =>
      findOrCreateSupplier(db, { name, country: 'tr' }),
    ),
  )
  expect(new Set(found.map(({ supplier }) => supplier.id)).size).toBe(1)
  expect(new Set(found.map(({ warehouse }) => warehouse.id)).size).toBe(1)
  expect(found.filter(({ isNew }) => isNew)).toHaveLength(1)
  expect(await listSuppliers(db)).toMatchObject([{ isVerified: true, country: 'TR' }])
})

test('a named warehouse is created beside the first one', async () => {
  const { warehouse: first } = await findOrCreateSupplier(db, { name: 'Kara', country: 'TR' })
  const { warehouse } = await findOrCreateSupplier(db, { name: 'Kara', country: 'TR', warehouse: 'Izmir' })
  expect(first.name).toBe('Kara warehouse')
  expect(warehouse).toMatchObject({ name: 'Izmir', supplierId: first.supplierId })
  expect((await findOrCreateSupplier(db, { name: 'Kara', country: 'TR' })).warehouse.id).toBe(first.id)
})

test('a profile update keeps omitted fields', async () => {
  await saveSupplierProfile(db, { name: 'Kara', country: 'TR', city: 'Izmir', statedPartners: 15 })
  await saveSupplierProfile(db, {
    name: 'Kara',
    country: 'TR',
    description: 'Since 1911.',
    contactEmail: 'a@kara.example',
  })
  const [supplierOfKara] = await listSuppliers(db)
  expect(supplierOfKara).toMatchObject({
    city: 'Izmir',
    statedPartners: 15,
    description: 'Since 1911.',
    isVerified: true,
  })
  const key = supplierOfKara?.id ?? 0
  expect(await listSupplierNames(db, [key])).toEqual(new Map([[key, 'Kara']]))
  expect(await findSupplierContact(db, key)).toMatchObject({ contactEmail: 'a@kara.example' })
})

test('verification lists and unlists a supplier’s active products only', async () => {
  const supplier = await createTestSupplier(db, { isVerified: false })
  await createTestProduct(db, { supplier })
  await createTestProduct(db)
  await db.insert(products).values({
    publicId: 'prd_draft',
    supplierId: supplier.id,
    warehouseId: supplier.warehouseId,
    categoryId: 1,
    name: 'Draft',
    priceAmount: 1,
    status: 'draft',
  })
  const listListed = async () =>
    (await db.select().from(products).orderBy(products.id)).map((row) => row.isListed)
  expect(await listListed()).toEqual([false, true, false])
  await setVerified(db, supplier.id, true)
  expect(await listListed()).toEqual([true, true, false])
  await setVerified(db, supplier.id, false)
  expect(await listListed()).toEqual([false, true, false])
  await expect(setVerified(db, 999, true)).rejects.toMatchObject({ code: 'supplier_not_found' })
})
