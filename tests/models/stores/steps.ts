import fc from 'fast-check'

/** The states that a practice supplier can have. */
export const SUPPLIER_ACTIONS = ['accept', 'ship', 'agree', 'decline', 'reject'] as const

/**
 * Something that is tried between a vendor's store and the marketplace; `which` of the orders or supplier orders. `die` is a process
 * that dies with what it has claimed: before it was requested, or after the store has done it.
 */
export type StoreStep =
  | Readonly<{ do: 'order'; units: readonly [number, number]; isPaid: boolean }>
  | Readonly<{ do: 'pay' | 'cancel' | 'refund' | 'refund_one'; which: number }>
  | Readonly<{ do: 'edit'; which: number; units: readonly [number, number]; street: number }>
  | Readonly<{ do: 'supplier'; which: number; action: (typeof SUPPLIER_ACTIONS)[number] }>
  | Readonly<{ do: 'forward'; which: number }>
  | Readonly<{ do: 'cancel_items' | 'keep_items'; which: number }>
  | Readonly<{ do: 'correct' | 'take_back'; which: number }>
  | Readonly<{ do: 'webhooks'; delivery: 'normal' | 'lost' | 'doubled' | 'late' }>
  | Readonly<{ do: 'answers'; answers: 'normal' | 'failing' | 'busy' | 'lost' }>
  | Readonly<{ do: 'replay' | 'follow'; which: number }>
  | Readonly<{ do: 'die'; isAfter: boolean }>
  | Readonly<{ do: 'pass'; minutes: number }>

/** The kinds of steps. */
export type StoreStepKind = StoreStep['do']

const which = fc.nat(3)
const units = fc.tuple(fc.integer({ min: 1, max: 3 }), fc.nat(2))
const kind = <Kind extends string>(name: Kind) => fc.constant(name)

const STEP: fc.Arbitrary<StoreStep> = fc.oneof(
  {
    arbitrary: fc.record({ do: kind('order'), units, isPaid: fc.constantFrom(true, true, true, false) }),
    weight: 5,
  },
  {
    arbitrary: fc.record({
      do: fc.constantFrom('pay', 'refund_one', 'refund_one', 'cancel', 'refund'),
      which,
    }),
    weight: 4,
  },
  { arbitrary: fc.record({ do: kind('edit'), which, units, street: fc.nat(2) }), weight: 4 },
  { arbitrary: fc.record({ do: kind('forward'), which }), weight: 4 },
  {
    arbitrary: fc.record({
      do: kind('supplier'),
      which: fc.nat(5),
      action: fc.constantFrom('accept', 'accept', 'ship', 'ship', 'ship', 'agree', 'decline', 'reject'),
    }),
    weight: 8,
  },
  {
    arbitrary: fc.record({
      do: fc.constantFrom('cancel_items', 'cancel_items', 'keep_items'),
      which: fc.nat(5),
    }),
    weight: 3,
  },
  {
    arbitrary: fc.record({ do: fc.constantFrom('correct', 'correct', 'take_back'), which: fc.nat(5) }),
    weight: 3,
  },
  {
    arbitrary: fc.record({
      do: kind('webhooks'),
      delivery: fc.constantFrom('normal', 'normal', 'lost', 'doubled', 'late'),
    }),
    weight: 2,
  },
  {
    arbitrary: fc.record({
      do: kind('answers'),
      answers: fc.constantFrom('normal', 'normal', 'failing', 'busy', 'lost'),
    }),
    weight: 3,
  },
  { arbitrary: fc.record({ do: fc.constantFrom('replay', 'follow'), which }), weight: 2 },
  { arbitrary: fc.record({ do: kind('die'), isAfter: fc.boolean() }), weight: 2 },
  { arbitrary: fc.record({ do: kind('pass'), minutes: fc.constantFrom(1, 3, 11, 30) }), weight: 4 },
)

/** The steps of a round: orders of one vendor's store, and faults. */
export const STORE_ROUND = fc.array(STEP, { minLength: 8, maxLength: 20 })
