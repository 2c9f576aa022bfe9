import { expect, test } from 'vitest'
import { listPermissions, type OperatorRole } from '#core/access/permissions.ts'
import { describeException, type ExceptionData, filterByPermission } from './exception-texts.ts'

const WAITING: ExceptionData[] = (
  ['prepared_payouts', 'unknown_effects', 'cases', 'messages', 'products'] as const
).map((kind) => ({ kind, count: 2, oldestAt: null }))

test.each<[OperatorRole, string[]]>([
  [
    'owner',
    [
      '2 payouts to send',
      '2 changes in outside systems with an unknown outcome',
      '2 cases to decide',
      '2 messages to answer',
      '2 products to review',
    ],
  ],
  [
    'finance',
    ['2 payouts to send', '2 changes in outside systems with an unknown outcome', '2 cases to decide'],
  ],
  ['support', ['2 cases to decide', '2 messages to answer']],
  ['catalogue', ['2 products to review']],
])('on the home page of %s only what the role opens waits', (role, titles) => {
  const can = (permission: Parameters<Parameters<typeof filterByPermission>[1]>[0]) =>
    listPermissions('operator', role).includes(permission)
  expect(filterByPermission(WAITING, can).map((one) => describeException(one).title)).toEqual(titles)
})
