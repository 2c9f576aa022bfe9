import fc from 'fast-check'

/** Something that is tried with one of the orders, `which` of them; most kinds look at some of the rest only. */
export type Step = Readonly<{
  do: Kind
  which?: number
  amount?: number
  days?: number
  count?: number
  withReturn?: boolean
}>

const OF_TIME = ['pass'] as const
const OF_SENDING = ['accept', 'ship', 'ship_some', 'received', 'reject', 'cancel', 'guest_cancel'] as const
const OF_LABELS = ['label', 'labels_go_on', 'label_refunds_end'] as const
const OF_REFUNDS = ['refund', 'goodwill', 'all', 'shipping', 'refund_lines', 'panel', 'panel_fails'] as const
const OF_BANKS = ['dispute', 'partial_dispute', 'win', 'lose'] as const
const OF_CASES = ['open_case', 'propose', 'rule', 'agree', 'escalate', 'withdraw', 'goods_back'] as const
const OF_PAYOUTS = ['sweep', 'file', 'send', 'confirm', 'fail', 'return'] as const

/** Every kind of step. `buy` is one more order of the same supplier. */
export const KINDS = [
  'buy',
  ...OF_TIME,
  ...OF_SENDING,
  ...OF_LABELS,
  ...OF_REFUNDS,
  ...OF_BANKS,
  ...OF_CASES,
  ...OF_PAYOUTS,
] as const

/** One of those. */
export type Kind = (typeof KINDS)[number]

const [which, count] = [fc.nat(2), fc.integer({ min: 1, max: 3 })]
const amount = fc.integer({ min: 1, max: 25_000 })
const kinds = <Some extends Kind>(...some: readonly Some[]) => fc.constantFrom(...some)

const STEP: fc.Arbitrary<Step> = fc.oneof(
  { arbitrary: fc.record({ do: kinds('pass'), days: fc.constantFrom(1, 3, 14, 21, 60) }), weight: 3 },
  { arbitrary: fc.record({ do: kinds('buy') }), weight: 1 },
  { arbitrary: fc.record({ do: kinds(...OF_SENDING), which, count }), weight: 4 },
  { arbitrary: fc.record({ do: kinds(...OF_LABELS), which, amount, count }), weight: 2 },
  { arbitrary: fc.record({ do: kinds(...OF_REFUNDS), which, amount, count }), weight: 3 },
  { arbitrary: fc.record({ do: kinds(...OF_BANKS, 'win'), which, amount }), weight: 2 },
  {
    arbitrary: fc.record({ do: kinds(...OF_CASES, 'open_case'), which, amount, withReturn: fc.boolean() }),
    weight: 3,
  },
  { arbitrary: fc.record({ do: kinds(...OF_PAYOUTS, 'sweep', 'confirm') }), weight: 3 },
)

const PAID_OUT: readonly Step[] = [
  { do: 'accept' },
  { do: 'ship' },
  { do: 'received' },
  { do: 'pass', days: 14 },
  { do: 'sweep' },
]

const GIVEN_BACK_IN_VAIN: readonly Step[] = [
  { do: 'accept' },
  { do: 'label', amount: 700, count: 1 },
  { do: 'cancel' },
  { do: 'labels_go_on' },
  { do: 'label_refunds_end', count: 1 },
]

/** How far the first order is when the rest begins: by chance alone it would seldom leave. */
const BEGINNING = fc.constantFrom<readonly Step[]>(
  [],
  [{ do: 'accept' }, { do: 'ship_some', count: 1 }],
  [{ do: 'accept' }, { do: 'ship' }],
  [{ do: 'accept' }, { do: 'label', amount: 700, count: 1 }],
  GIVEN_BACK_IN_VAIN,
  [{ do: 'accept' }, { do: 'ship' }, { do: 'open_case', amount: 9_000 }],
  PAID_OUT,
  [...PAID_OUT, { do: 'file' }, { do: 'confirm' }],
)

/** What happens in a round: at most 19 steps. */
export const ROUND = fc
  .tuple(BEGINNING, fc.array(STEP, { minLength: 6, maxLength: 12 }))
  .map(([first, then]) => [...first, ...then])
