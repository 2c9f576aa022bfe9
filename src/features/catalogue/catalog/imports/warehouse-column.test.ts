import { beforeEach, expect, test } from 'vitest'
import type { CreatedAccount } from '#tests/shop/accounts.ts'
import { createTestShop } from '#tests/shop/shop.ts'
import { getField } from '#tests/steps/chat.ts'
import { expectSuccess } from '#tests/steps/payouts.ts'
import { createImportSteps, createSupplierAccount } from '#tests/steps/product-imports.ts'

const shop = await createTestShop()
const { plan, post: postImport, apply, exportCsv, readItems } = createImportSteps(shop)

type Warehouse = Readonly<{ id: number; name: string; products: number; isArchived: boolean }>

let owner: CreatedAccount
let first: Warehouse
let bangkok: Warehouse
beforeEach(async () => {
  owner = await createSupplierAccount(shop)
  await expectSuccess(post('', { name: 'Bangkok', country: 'TH' }))
  first = await readWarehouse(0)
  bangkok = await readWarehouse(1)
})

const post = (path: string, body: object) => shop.post(`/supplier/warehouses${path}`, body, owner.headers)

async function readWarehouse(index: number): Promise<Warehouse> {
  const answer = await expectSuccess(shop.get('/supplier/warehouses', owner.headers))
  const found = getField<Warehouse[]>(answer, 'warehouses')[index]
  if (!found) throw new Error('the warehouse was not found')
  return found
}

const HEADER = 'URL handle,Title,Price,SKU,Inventory tracker,Inventory quantity,Status,Warehouse'
const toRow = (name: string, warehouse: string) =>
  `${name},${name} ring,20,SKU-${name},shopify,5,active,${warehouse}`
const toFile = (...rows: string[]) => [HEADER, ...rows].join('\n')

/** Plans a file and applies it. */
const importFile = async (content: string) => apply(owner, (await plan(owner, content)).id)

test('an export names each product’s warehouse, and re-importing it changes nothing', async () => {
  await importFile(toFile(toRow('gold', ''), toRow('silver', 'Bangkok')))
  expect([await readWarehouse(0), await readWarehouse(1)]).toMatchObject([{ products: 1 }, { products: 1 }])
  const exported = await exportCsv(owner)
  expect((await plan(owner, exported)).counts).toMatchObject({
    unchanged: 2,
    created: 0,
    changed: 0,
    refused: 0,
  })

  const moved = exported.replace('Bangkok', first.name)
  const { id, counts } = await plan(owner, moved)
  expect(counts).toMatchObject({ unchanged: 1, changed: 1 })
  expect(await readItems(owner, id, 'changed')).toMatchObject([
    { title: 'silver ring', changes: [{ field: 'Warehouse', before: 'Bangkok', after: first.name }] },
  ])
  await apply(owner, id)
  expect(await readWarehouse(0)).toMatchObject({ products: 2 })
  expect((await plan(owner, moved)).counts).toMatchObject({ unchanged: 2, changed: 0 })
  expect(await exportCsv(owner)).toBe(moved)
})

test('an unknown or archived warehouse refuses its product and lists the valid ones; an empty cell changes nothing', async () => {
  await importFile(toFile(toRow('gold', 'Bangkok')))
  await expectSuccess(post('', { name: 'Pforzheim', country: 'DE' }))
  await expectSuccess(post(`/${(await readWarehouse(2)).id}/archive`, { moveTo: first.id }))
  const { id, counts } = await plan(
    owner,
    toFile(
      toRow('gold', ''),
      toRow('silver', 'Paris'),
      toRow('brass', 'pforzheim'),
      toRow('jade', 'Bangkok'),
      'jade,,,,,,,Paris',
    ),
  )
  expect(counts).toMatchObject({ unchanged: 1, created: 0, refused: 3 })
  const refused = await readItems(owner, id, 'refused')
  expect(Object.fromEntries(refused.map(({ title, reason }) => [title, reason]))).toMatchObject({
    'silver ring': `Your store has no warehouse “Paris”. You have “${first.name}” and “Bangkok”.`,
    'brass ring': `Your warehouse “Pforzheim” is archived. You have “${first.name}” and “Bangkok”.`,
    jade: 'Its rows name two warehouses, “Bangkok” and “Paris”.',
  })
})

test('any column can be mapped as the warehouse, which matches regardless of case and by former names', async () => {
  await expectSuccess(post(`/${bangkok.id}`, { name: 'Siam Square', country: 'TH' }))
  const file =
    'Name,Price,Item no,Warehouse\nGold ring,20,G1,bangkok\nSilver ring,20,S1,SIAM SQUARE\nJade,20,J1,'
  const { id, mapping } = await plan(owner, file)
  expect(mapping).toMatchObject({ warehouse: 'warehouse' })
  await expectSuccess(postImport(owner, `${id}/plan`, { mapping }))
  await shop.work()
  expect(await readItems(owner, id, 'created')).toMatchObject([
    {
      changes: expect.arrayContaining([
        { field: 'Warehouse', variant: null, before: null, after: 'Siam Square' },
      ]),
    },
    {},
    {},
  ])
  await apply(owner, id)
  expect(await readWarehouse(1)).toMatchObject({ name: 'Siam Square', products: 2 })
  expect((await plan(owner, file)).counts).toMatchObject({ unchanged: 3, created: 0, changed: 0 })
})

test('a shop’s export names warehouses in the column that the store chooses, and only then', async () => {
  const shopify = toFile(toRow('gold', 'Bangkok'), toRow('silver', 'Paris')).replace(
    /Warehouse$/m,
    'Location',
  )
  const woo =
    'ID,Type,SKU,Name,Published,Regular price,Stock,Meta: _stock_location\n7,simple,W7,Jade,1,30,3,BANGKOK\n'
  for (const [file, location] of [
    [shopify, 'Location'],
    [woo, 'Meta: _stock_location'],
  ] as const) {
    const { id, mapping, counts } = await plan(owner, file)
    expect(mapping).toEqual({})
    expect(counts).toMatchObject({ refused: 0 })
    await expectSuccess(postImport(owner, `${id}/plan`, { mapping: { warehouse: location } }))
    await shop.work()
    const [created] = await readItems(owner, id, 'created')
    expect(created?.changes).toContainEqual({
      field: 'Warehouse',
      variant: null,
      before: null,
      after: 'Bangkok',
    })
    await apply(owner, id)
    // The choice is remembered for files with the same header.
    expect(await plan(owner, file)).toMatchObject({
      mapping: { warehouse: location.toLowerCase() },
      counts: { unchanged: 1, created: 0, changed: 0 },
    })
  }
  expect(await readWarehouse(1)).toMatchObject({ products: 2 })
  // “Paris” is no warehouse of the store, which its own product is told.
  expect(await readWarehouse(0)).toMatchObject({ products: 0 })
})

test('a plan survives renaming its warehouse, and skips products whose warehouse was archived meanwhile', async () => {
  await importFile(toFile(toRow('gold', '')))
  const renamed = await plan(owner, toFile(toRow('gold', 'Bangkok')))
  await expectSuccess(post(`/${bangkok.id}`, { name: 'Siam Square', country: 'TH' }))
  expect((await apply(owner, renamed.id)).counts).toMatchObject({ applied: 1, notApplied: 0 })
  expect(await readWarehouse(1)).toMatchObject({ products: 1 })

  const archived = await plan(owner, toFile(toRow('silver', 'Siam Square'), toRow('brass', '')))
  await expectSuccess(post(`/${bangkok.id}/archive`, { moveTo: first.id }))
  expect((await apply(owner, archived.id)).counts).toMatchObject({ applied: 1, notApplied: 1 })
  expect(await readItems(owner, archived.id, 'not_applied')).toMatchObject([
    {
      title: 'silver ring',
      reason: 'Its warehouse was archived after the plan was created. Plan again.',
    },
  ])
})
