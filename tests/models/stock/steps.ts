import fc from 'fast-check'

/** The variants of the round's product. */
export const SKUS = ['SMALL', 'LARGE'] as const

/** A variant of the round's product. */
export type Sku = (typeof SKUS)[number]

/**
 * Something that is tried: `which` of the orders or exports, `units` of a variant. A `race` imports while two shoppers order;
 * `restock` is told to nobody until the next export, `type` is typed into the editor at once.
 */
export type StockStep =
  | Readonly<{ do: 'order'; sku: Sku; units: number }>
  | Readonly<{ do: 'pay' | 'cancel' | 'export'; which: number }>
  | Readonly<{ do: 'reject'; which: number; units: number; isGone: boolean }>
  | Readonly<{ do: 'pass'; minutes: number }>
  | Readonly<{ do: 'restock' | 'type'; sku: Sku; units: number }>
  | Readonly<{ do: 'import'; which: number; without: Sku | null }>
  | Readonly<{ do: 'race'; which: number; sku: Sku; units: number }>

const which = fc.nat(5)
const sku = fc.constantFrom(...SKUS)
const units = fc.integer({ min: 1, max: 3 })
const kindArbitrary = <Kind extends string>(name: Kind) => fc.constant(name)

const STEP_ARBITRARY: fc.Arbitrary<StockStep> = fc.oneof(
  { arbitrary: fc.record({ do: kindArbitrary('order'), sku, units }), weight: 5 },
  { arbitrary: fc.record({ do: kindArbitrary('pay'), which }), weight: 3 },
  { arbitrary: fc.record({ do: kindArbitrary('cancel'), which }), weight: 2 },
  { arbitrary: fc.record({ do: kindArbitrary('reject'), which, units, isGone: fc.boolean() }), weight: 2 },
  { arbitrary: fc.record({ do: kindArbitrary('pass'), minutes: fc.constantFrom(1, 6, 11, 16) }), weight: 4 },
  { arbitrary: fc.record({ do: kindArbitrary('restock'), sku, units }), weight: 1 },
  {
    arbitrary: fc.record({ do: kindArbitrary('type'), sku, units: fc.integer({ min: -2, max: 3 }) }),
    weight: 2,
  },
  { arbitrary: fc.record({ do: kindArbitrary('export'), which }), weight: 3 },
  {
    arbitrary: fc.record({
      do: kindArbitrary('import'),
      which,
      without: fc.constantFrom(null, null, null, ...SKUS),
    }),
    weight: 4,
  },
  { arbitrary: fc.record({ do: kindArbitrary('race'), which, sku, units }), weight: 1 },
)

/** The steps of a round. */
export const STOCK_ROUND = fc.array(STEP_ARBITRARY, { minLength: 10, maxLength: 30 })
