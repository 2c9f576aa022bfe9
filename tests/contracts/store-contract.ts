import { expect, test } from 'vitest'
import type { OutgoingProduct, StoreAccess, StoreConnector } from '#features/stores/connections/port.ts'
import type { FakeStore } from '../fakes/stores/server.ts'

/** A connector and its fake store. */
export type ConnectedStore = Readonly<{ connector: StoreConnector; shop: FakeStore; access: StoreAccess }>

/** Returns a product for a store; each number is another product. */
export function createOutgoingProduct(
  number: number,
  change: Partial<OutgoingProduct> = {},
): OutgoingProduct {
  const hex = number.toString(16).padStart(32, '0')
  return {
    reference: `prd_${hex}`,
    externalId: null,
    name: `Halo ring ${number}`,
    descriptionHtml: '<p>A ring.</p>',
    pictures: ['https://shop.example/media/ring.webp'],
    mayAddPictures: true,
    options: [],
    variants: [{ reference: `var_${hex}`, values: [], price: '120.00', quantity: 3 }],
    ...change,
  }
}

/** Returns a product for a store in sizes, each `[size, price, quantity]`. */
export function createSizedProduct(
  number: number,
  sizes: readonly (readonly [string, string, number])[],
): OutgoingProduct {
  const variants = sizes.map(([size, price, quantity]) => ({
    reference: `var_${`${number}${size}`.padStart(32, '0')}`,
    values: [size],
    price,
    quantity,
  }))
  return createOutgoingProduct(number, { options: ['Size'], variants })
}

/** Registers the tests that every connector has to pass. `connect` returns a new shop each time. */
export function testStoreContract(name: string, connect: () => ConnectedStore): void {
  testCheck(name, connect)
  testPush(name, connect)
  testUpdate(name, connect)
  testOwnerChoices(name, connect)
  testFailures(name, connect)
  testPull(name, connect)
}

function testCheck(name: string, connect: () => ConnectedStore): void {
  test(`${name}: returns the name and currency of a store with valid keys`, async () => {
    const { connector, access } = connect()
    const facts = await connector.check(access, 'sell')
    expect(facts.currency).toBe('USD')
    expect(facts.name).not.toBe('')
  })

  test(`${name}: a store that rejects the keys is refused with a message`, async () => {
    const { connector, shop, access } = connect()
    shop.lockOut()
    await expect(connector.check(access, 'sell')).rejects.toMatchObject({
      kind: 'refused',
      code: 'store_access_denied',
    })
    await expect(connector.pushProducts(access, [createOutgoingProduct(1)])).rejects.toMatchObject({
      code: 'store_access_denied',
    })
  })

  test.each(['failing', 'busy'] as const)(
    `${name}: a store that is %s can be asked again later`,
    async (fault) => {
      const { connector, shop, access } = connect()
      shop.faults.push(fault)
      await expect(connector.check(access, 'sell')).rejects.toMatchObject({ kind: 'unavailable' })
      expect(await connector.check(access, 'sell')).toMatchObject({ currency: 'USD' })
    },
  )
}

function testPush(name: string, connect: () => ConnectedStore): void {
  test(`${name}: creates products once, however often they are pushed`, async () => {
    const { connector, shop, access } = connect()
    const products = [createOutgoingProduct(1), createOutgoingProduct(2)]
    const first = await connector.pushProducts(access, products)
    expect(first).toMatchObject(
      products.map(({ reference }) => ({ reference, externalId: expect.anything() })),
    )
    const listPositions = (pushed: typeof first) =>
      pushed.map((one) => [one.reference, 'externalId' in one && one.externalId])
    expect(listPositions(await connector.pushProducts(access, products))).toEqual(listPositions(first))
    expect(shop.activeProducts().map((one) => one.name)).toEqual(['Halo ring 1', 'Halo ring 2'])
    expect(shop.activeProducts()[0]).toMatchObject({ offers: [{ price: '120.00', quantity: 3 }] })
  })

  test(`${name}: finds a product whose answer was lost, and does not duplicate it`, async () => {
    const { connector, shop, access } = connect()
    // Each round loses the answer of a later request.
    for (const productsBefore of [0, 1, 2, 3]) {
      shop.faults.push(...Array.from({ length: productsBefore }, () => 'none' as const), 'lost')
      await connector.pushProducts(access, [createOutgoingProduct(1)]).catch(() => undefined)
      shop.faults.length = 0
      expect(shop.activeProducts().length).toBeLessThan(2)
    }
    await connector.pushProducts(access, [createOutgoingProduct(1)])
    expect(shop.activeProducts()).toHaveLength(1)
  })
}

function testUpdate(name: string, connect: () => ConnectedStore): void {
  test(`${name}: updates price and stock, and leaves the owner’s name and pictures unchanged`, async () => {
    const { connector, shop, access } = connect()
    const [pushed] = await connector.pushProducts(access, [createOutgoingProduct(1)])
    const [{ id, pictures } = { id: '', pictures: [] }] = shop.activeProducts()
    shop.rename(id, 'My own words')
    const externalId = pushed && 'externalId' in pushed ? pushed.externalId : null
    const [variant] = createOutgoingProduct(1).variants
    const variants = variant ? [{ ...variant, price: '99.50', quantity: 1 }] : []
    await connector.pushProducts(access, [createOutgoingProduct(1, { externalId, variants })])
    expect(shop.activeProducts()).toMatchObject([
      { id, name: 'My own words', pictures, offers: [{ price: '99.50', quantity: 1 }] },
    ])
    expect(pictures).toHaveLength(1)
  })

  test(`${name}: pushes sizes, adds new ones later, and sets removed ones to no stock`, async () => {
    const { connector, shop, access } = connect()
    await connector.pushProducts(access, [
      createSizedProduct(7, [
        ['52', '100.00', 2],
        ['54', '110.00', 1],
      ]),
    ])
    expect(shop.activeProducts()[0]?.offers).toMatchObject([
      { price: '100.00', quantity: 2 },
      { price: '110.00', quantity: 1 },
    ])
    await connector.pushProducts(access, [
      createSizedProduct(7, [
        ['54', '115.00', 4],
        ['56', '120.00', 5],
      ]),
    ])
    expect(shop.activeProducts()).toHaveLength(1)
    expect(shop.activeProducts()[0]?.offers).toMatchObject([
      { price: '100.00', quantity: 0 },
      { price: '115.00', quantity: 4 },
      { price: '120.00', quantity: 5 },
    ])
  })
}

function testOwnerChoices(name: string, connect: () => ConnectedStore): void {
  test(`${name}: updates the stock and leaves the store’s own price unchanged`, async () => {
    const { connector, shop, access } = connect()
    const [pushed] = await connector.pushProducts(access, [createOutgoingProduct(1)])
    const externalId = pushed && 'externalId' in pushed ? pushed.externalId : null
    const variants = createOutgoingProduct(1).variants.map((one) => ({ ...one, price: '99.50', quantity: 1 }))
    await connector.pushProducts(access, [
      createOutgoingProduct(1, { externalId, variants, keepsPrice: true }),
    ])
    expect(shop.activeProducts()).toMatchObject([{ offers: [{ price: '120.00', quantity: 1 }] }])
  })

  test(`${name}: a stock change does not recreate a product that its owner deleted`, async () => {
    const { connector, shop, access } = connect()
    await connector.pushProducts(access, [createOutgoingProduct(1)])
    const gone = createOutgoingProduct(2, {
      externalId: name === 'Shopify' ? 'gid://shopify/Product/999' : '999',
    })
    const pushed = await connector.pushProducts(access, [
      { ...createOutgoingProduct(1), mustExist: true },
      { ...gone, mustExist: true },
    ])
    expect(pushed).toMatchObject([
      { externalId: expect.anything() },
      { problem: expect.stringContaining('no longer in your store') },
    ])
    expect(shop.activeProducts()).toHaveLength(1)
  })

  test(`${name}: unpublishes a product and publishes it again, and a sync in between changes neither`, async () => {
    const { connector, shop, access } = connect()
    const [pushed] = await connector.pushProducts(access, [createOutgoingProduct(1)])
    const externalId = pushed && 'externalId' in pushed ? pushed.externalId : null
    const push = (change: Partial<OutgoingProduct>) =>
      connector.pushProducts(access, [createOutgoingProduct(1, { externalId, ...change })])
    await push({ visibility: 'hide' })
    expect(shop.activeProducts()).toEqual([])
    await push({})
    expect(shop.activeProducts()).toEqual([])
    await push({ visibility: 'show' })
    expect(shop.activeProducts()).toHaveLength(1)
  })
}

function testFailures(name: string, connect: () => ConnectedStore): void {
  test(`${name}: reports why the shop rejected a product, and pushes the others`, async () => {
    const { connector, shop, access } = connect()
    const pushed = await connector.pushProducts(access, [
      createOutgoingProduct(1, { name: 'Forbidden ring' }),
      createOutgoingProduct(2),
    ])
    expect(pushed).toMatchObject([
      { problem: expect.stringMatching(/says: /) },
      { externalId: expect.anything() },
    ])
    expect(shop.activeProducts().map((one) => one.name)).toEqual(['Halo ring 2'])
  })

  test(`${name}: keeps what was pushed before a failure, and a retry pushes the rest`, async () => {
    const { connector, shop, access } = connect()
    const products = Array.from({ length: 8 }, (_, index) => createOutgoingProduct(index + 1))
    shop.faults.push(...Array.from({ length: 3 }, () => 'none' as const), 'gone')
    const pushed = await connector.pushProducts(access, products)
    expect(pushed.length).toBeGreaterThan(0)
    expect(pushed.length).toBeLessThan(8)
    expect(await connector.pushProducts(access, products)).toHaveLength(8)
    expect(shop.activeProducts()).toHaveLength(8)
  })
}

function testPull(name: string, connect: () => ConnectedStore): void {
  test(`${name}: reads all products page by page, with price, stock and pictures`, async () => {
    const { connector, shop, access } = connect()
    for (let number = 1; number <= 120; number += 1) shop.addOwn(`Own ${number}`, '45.50')
    const names: string[] = []
    let cursor: string | null = null
    do {
      const page = await connector.listProducts(access, cursor)
      expect(page.products.length).toBeLessThan(120)
      for (const product of page.products) {
        expect(product).toMatchObject({
          priceAmount: 4_550,
          quantity: 4,
          pictures: ['https://cdn.shop.example/own.jpg'],
        })
        names.push(product.name)
      }
      cursor = page.next
    } while (cursor !== null)
    expect(new Set(names).size).toBe(120)
  })
}
