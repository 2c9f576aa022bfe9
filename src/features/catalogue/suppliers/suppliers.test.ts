import fc from 'fast-check'
import { beforeEach, expect, test } from 'vitest'
import { products } from '#features/catalogue/catalog/tables.ts'
import { testDatabase } from '#tests/shop/database.ts'
import { pieceOnSale, supplierInTrade } from '#tests/shop/factories.ts'
import {
  findOrCreateSupplier,
  findSupplierContact,
  listSupplierNames,
  listSuppliers,
  saveSupplierProfile,
  setVerified,
  slugOf,
} from './service.ts'

const { db, reset } = await testDatabase()
beforeEach(reset)

test('a slug is plain, short and never empty', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', minLength: 1, maxLength: 90 }), (name) => {
      expect(slugOf(name)).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*-?$/)
      expect(slugOf(name).length).toBeLessThanOrEqual(60)
    }),
  )
  expect(slugOf("  L'Atelier d'Été & Söhne ")).toBe('l-atelier-d-ete-sohne')
  expect(slugOf('金工房')).not.toBe(slugOf('銀細工'))
})

test('a supplier is founded once, verified, with a warehouse, also when many ask at once', async () => {
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

test('a warehouse that is asked for by name is made beside the first one', async () => {
  const { warehouse: first } = await findOrCreateSupplier(db, { name: 'Kara', country: 'TR' })
  const { warehouse } = await findOrCreateSupplier(db, { name: 'Kara', country: 'TR', warehouse: 'Izmir' })
  expect(first.name).toBe('Kara warehouse')
  expect(warehouse).toMatchObject({ name: 'Izmir', supplierId: first.supplierId })
  expect((await findOrCreateSupplier(db, { name: 'Kara', country: 'TR' })).warehouse.id).toBe(first.id)
})

test('a profile is kept and changed; what is left out stays', async () => {
  await saveSupplierProfile(db, { name: 'Kara', country: 'TR', city: 'Izmir', statedPartners: 15 })
  await saveSupplierProfile(db, {
    name: 'Kara',
    country: 'TR',
    story: 'Since 1911.',
    contactEmail: 'a@kara.example',
  })
  const [kara] = await listSuppliers(db)
  expect(kara).toMatchObject({ city: 'Izmir', statedPartners: 15, story: 'Since 1911.', isVerified: true })
  const key = kara?.id ?? 0
  expect(await listSupplierNames(db, [key])).toEqual(new Map([[key, 'Kara']]))
  expect(await findSupplierContact(db, key)).toMatchObject({ contactEmail: 'a@kara.example' })
})

test('verification lists and unlists the pieces of a supplier that are active, and no others', async () => {
  const supplier = await supplierInTrade(db, { isVerified: false })
  await pieceOnSale(db, { supplier })
  await pieceOnSale(db)
  await db.insert(products).values({
    publicId: 'prd_draft',
    supplierId: supplier.id,
    warehouseId: supplier.warehouseId,
    categoryId: 1,
    name: 'Draft',
    priceAmount: 1,
    status: 'draft',
  })
  const listed = async () =>
    (await db.select().from(products).orderBy(products.id)).map((row) => row.isListed)
  expect(await listed()).toEqual([false, true, false])
  await setVerified(db, supplier.id, true)
  expect(await listed()).toEqual([true, true, false])
  await setVerified(db, supplier.id, false)
  expect(await listed()).toEqual([false, true, false])
  await expect(setVerified(db, 999, true)).rejects.toMatchObject({ code: 'supplier_not_found' })
})
