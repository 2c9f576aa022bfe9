import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type BoughtUnits, planRemovals } from './removal-rules.ts'

const STATES = ['paid_hold', 'submitted', 'accepted', 'in_progress', 'shipped'] as const

const order = fc
  .array(fc.record({ state: fc.constantFrom(...STATES), left: fc.nat(4), sent: fc.nat(4) }), { maxLength: 5 })
  .map((parts) => ({
    bought: parts.reduce((sum, { left, sent }) => sum + left + sent, 0),
    units: parts.map(({ state, left }, index): BoughtUnits => ({
      externalId: '1',
      supplierOrderId: `ord_${index}`,
      state,
      lineId: index,
      left: state === 'shipped' ? 0 : left,
    })),
  }))

test('removes exactly the units bought in excess, as far as they are not shipped', () => {
  fc.assert(
    fc.property(
      order,
      fc.record({ quantity: fc.nat(12), removed: fc.nat(12), isClosed: fc.boolean() }),
      ({ bought, units }, { quantity, removed, isClosed }) => {
        const line = { externalId: '1', quantity: quantity + removed, removed, bought }
        const removals = [...planRemovals([line], units, isClosed)].flatMap(([id, lines]) =>
          lines.map((one) => ({ ...one, id })),
        )
        const left = units.reduce((sum, one) => sum + one.left, 0)
        const excess = Math.max(0, bought - (isClosed ? 0 : quantity))
        expect(removals.reduce((sum, one) => sum + one.quantity, 0)).toBe(Math.min(excess, left))
        for (const { id, lineId, quantity: count } of removals)
          expect(count).toBeLessThanOrEqual(
            units.find((one) => one.lineId === lineId && one.supplierOrderId === id)?.left ?? 0,
          )
      },
    ),
  )
})

test('removes units on hold before submitted and accepted ones', () => {
  const units = (['accepted', 'paid_hold', 'submitted'] as const).map((state, index) => ({
    externalId: '1',
    supplierOrderId: state,
    state,
    lineId: index,
    left: 1,
  }))
  const remove = (quantity: number) => [
    ...planRemovals([{ externalId: '1', quantity, removed: 0, bought: 3 }], units, false).keys(),
  ]
  expect(remove(2)).toEqual(['paid_hold'])
  expect(remove(1)).toEqual(['paid_hold', 'submitted'])
  expect(remove(0)).toEqual(['paid_hold', 'submitted', 'accepted'])
})
