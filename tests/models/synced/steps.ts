import fc from 'fast-check'

/**
 * A step with the stock of a synced store. It is a sale here, units that its supplier restores (`which` of the
 * sales), a change in the store itself, failing webhooks and responses from now on, minutes that pass, or a check.
 */
export type SyncedStep =
  | Readonly<{ do: 'sell'; units: number }>
  | Readonly<{ do: 'give_back'; which: number }>
  | Readonly<{ do: 'change_there'; units: number }>
  | Readonly<{ do: 'webhooks'; delivery: 'normal' | 'lost' | 'doubled' | 'late' }>
  | Readonly<{ do: 'answers'; answers: 'normal' | 'failing' | 'lost' }>
  | Readonly<{ do: 'die' }>
  | Readonly<{ do: 'pass'; minutes: number }>
  | Readonly<{ do: 'check' }>

const kind = <Kind extends string>(name: Kind) => fc.constant(name)

const STEP: fc.Arbitrary<SyncedStep> = fc.oneof(
  { arbitrary: fc.record({ do: kind('sell'), units: fc.integer({ min: 1, max: 2 }) }), weight: 4 },
  { arbitrary: fc.record({ do: kind('give_back'), which: fc.nat(3) }), weight: 3 },
  {
    arbitrary: fc.record({
      do: kind('change_there'),
      units: fc.integer({ min: -2, max: 3 }).filter((units) => units !== 0),
    }),
    weight: 3,
  },
  {
    arbitrary: fc.record({
      do: kind('webhooks'),
      delivery: fc.constantFrom('normal', 'lost', 'doubled', 'late'),
    }),
    weight: 2,
  },
  {
    arbitrary: fc.record({ do: kind('answers'), answers: fc.constantFrom('normal', 'failing', 'lost') }),
    weight: 2,
  },
  { arbitrary: fc.record({ do: kind('die') }), weight: 1 },
  { arbitrary: fc.record({ do: kind('pass'), minutes: fc.constantFrom(1, 6, 20) }), weight: 4 },
  { arbitrary: fc.record({ do: kind('check') }), weight: 2 },
)

/** The steps of a round: sales, changes and faults between the marketplace and one supplier's store. */
export const SYNCED_ROUND = fc.array(STEP, { minLength: 8, maxLength: 16 })
