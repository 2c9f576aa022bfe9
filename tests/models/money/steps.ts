import fc from 'fast-check'

/** A step with one of the orders, selected by `which`. Most kinds use only some of the other fields. */
export type MoneyStep = Readonly<{
  do: MoneyStepKind
  which?: number
  amount?: number
  days?: number
  count?: number
  withReturn?: boolean
}>

const TIME_STEPS = ['pass'] as const
const FULFILLMENT_STEPS = [
  'accept',
  'ship',
  'ship_some',
  'received',
  'reject',
  'cancel',
  'guest_cancel',
] as const
const LABEL_STEPS = ['label', 'labels_go_on', 'label_refunds_end'] as const
const REFUND_STEPS = [
  'refund',
  'goodwill',
  'all',
  'shipping',
  'refund_lines',
  'panel',
  'panel_fails',
] as const
const DISPUTE_STEPS = ['dispute', 'partial_dispute', 'win', 'lose'] as const
const CASE_STEPS = ['open_case', 'propose', 'rule', 'agree', 'escalate', 'withdraw', 'goods_back'] as const
const PAYOUT_STEPS = ['sweep', 'file', 'send', 'confirm', 'fail', 'return'] as const

/** Every kind of step. `buy` adds an order of the same supplier. */
export const MONEY_STEP_KINDS = [
  'buy',
  ...TIME_STEPS,
  ...FULFILLMENT_STEPS,
  ...LABEL_STEPS,
  ...REFUND_STEPS,
  ...DISPUTE_STEPS,
  ...CASE_STEPS,
  ...PAYOUT_STEPS,
] as const

/** A kind of step. */
export type MoneyStepKind = (typeof MONEY_STEP_KINDS)[number]

const [which, count] = [fc.nat(2), fc.integer({ min: 1, max: 3 })]
const amount = fc.integer({ min: 1, max: 25_000 })
const kindArbitrary = <Some extends MoneyStepKind>(...some: readonly Some[]) => fc.constantFrom(...some)

const STEP_ARBITRARY: fc.Arbitrary<MoneyStep> = fc.oneof(
  { arbitrary: fc.record({ do: kindArbitrary('pass'), days: fc.constantFrom(1, 3, 14, 21, 60) }), weight: 3 },
  { arbitrary: fc.record({ do: kindArbitrary('buy') }), weight: 1 },
  { arbitrary: fc.record({ do: kindArbitrary(...FULFILLMENT_STEPS), which, count }), weight: 4 },
  { arbitrary: fc.record({ do: kindArbitrary(...LABEL_STEPS), which, amount, count }), weight: 2 },
  { arbitrary: fc.record({ do: kindArbitrary(...REFUND_STEPS), which, amount, count }), weight: 3 },
  { arbitrary: fc.record({ do: kindArbitrary(...DISPUTE_STEPS, 'win'), which, amount }), weight: 2 },
  {
    arbitrary: fc.record({
      do: kindArbitrary(...CASE_STEPS, 'open_case'),
      which,
      amount,
      withReturn: fc.boolean(),
    }),
    weight: 3,
  },
  { arbitrary: fc.record({ do: kindArbitrary(...PAYOUT_STEPS, 'sweep', 'confirm') }), weight: 3 },
)

const PAID_OUT_PREFIX: readonly MoneyStep[] = [
  { do: 'accept' },
  { do: 'ship' },
  { do: 'received' },
  { do: 'pass', days: 14 },
  { do: 'sweep' },
]

const FAILED_REFUND_PREFIX: readonly MoneyStep[] = [
  { do: 'accept' },
  { do: 'label', amount: 700, count: 1 },
  { do: 'cancel' },
  { do: 'labels_go_on' },
  { do: 'label_refunds_end', count: 1 },
]

/** How far the first order is when the rest begins: by chance alone it would seldom leave. */
const PREFIX_ARBITRARY = fc.constantFrom<readonly MoneyStep[]>(
  [],
  [{ do: 'accept' }, { do: 'ship_some', count: 1 }],
  [{ do: 'accept' }, { do: 'ship' }],
  [{ do: 'accept' }, { do: 'label', amount: 700, count: 1 }],
  FAILED_REFUND_PREFIX,
  [{ do: 'accept' }, { do: 'ship' }, { do: 'open_case', amount: 9_000 }],
  PAID_OUT_PREFIX,
  [...PAID_OUT_PREFIX, { do: 'file' }, { do: 'confirm' }],
)

/** The steps of a round: at most 19. */
export const MONEY_ROUND = fc
  .tuple(PREFIX_ARBITRARY, fc.array(STEP_ARBITRARY, { minLength: 6, maxLength: 12 }))
  .map(([first, then]) => [...first, ...then])
