import fc from 'fast-check'
import { expect, test } from 'vitest'
import { labelChargedPosting, reversalPosting } from '../service.ts'

const LABEL = {
  key: 'label_charged:lbl_1',
  supplier: 'sup_1',
  provider: 'easypost',
  carrier: 'usps',
  currency: 'USD',
  memo: 'Label',
} as const

test('whatever part of a label’s cost is owed, the carrier gets the whole cost', () => {
  fc.assert(
    fc.property(fc.nat(100_000), fc.integer({ min: 1, max: 100_000 }), (available, receivable) => {
      const posting = labelChargedPosting({ ...LABEL, available, receivable })
      expect(posting.key).toBe('label_charged:lbl_1')
      expect(posting.entries.at(-1)).toEqual({
        account: 'carrier_payable',
        subledger: 'easypost/usps',
        credit: available + receivable,
      })
      expect(reversalPosting(posting, 'Given back').entries).toHaveLength(posting.entries.length)
    }),
  )
})

test('refuses a posting for a label without cost', () => {
  expect(() => labelChargedPosting({ ...LABEL, available: 0, receivable: 0 })).toThrow('nothing to post')
})
