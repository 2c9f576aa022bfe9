import { expect, test } from 'vitest'
import { DEADLINE_FIELDS, DEADLINE_NAMES, findDeadlineProblem, toDeadlines } from './deadlines.ts'

const FIRST = toDeadlines(undefined)

test('the default deadlines are valid, and stored ones replace them', () => {
  expect(findDeadlineProblem(FIRST)).toBeUndefined()
  expect(toDeadlines({ acceptHours: 72 })).toEqual({ ...FIRST, acceptHours: 72 })
})

test.each(DEADLINE_NAMES)('%s must be a whole number within its bounds', (name) => {
  const { min, max } = DEADLINE_FIELDS[name]
  for (const value of [min - 1, max + 1, min + 0.5, Number.NaN])
    expect(findDeadlineProblem({ ...FIRST, [name]: value })?.field).toBe(name)
})

test('rejects a deadline that breaks a law, and names the law', () => {
  expect(findDeadlineProblem({ ...FIRST, returnDays: 13 })?.text).toBe(
    'By EU law, buyers have at least 14 days to send items back. Enter 14 to 90 days.',
  )
  expect(findDeadlineProblem({ ...FIRST, shipDays: 31 })?.text).toContain('delivered within 30 days')
})

test('rejects deadlines that contradict each other', () => {
  expect(findDeadlineProblem({ ...FIRST, escalateHours: 48 })?.field).toBe('escalateHours')
  expect(findDeadlineProblem({ ...FIRST, escalateHours: 47 })).toBeUndefined()
  expect(findDeadlineProblem({ ...FIRST, buyerDays: 51 })).toEqual({
    field: 'caseDays',
    text: 'Enter at least 61 days: both sides get time to answer, and you get 7 days to decide.',
  })
  expect(findDeadlineProblem({ ...FIRST, buyerDays: 50 })).toBeUndefined()
})
