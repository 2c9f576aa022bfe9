import { expect, test } from 'vitest'
import { parseTrackingNumber, trackingUrl } from './tracking-numbers.ts'

test('normalizes tracking numbers typed with spaces and hyphens', () => {
  expect(parseTrackingNumber('fedex', '1234 5678 9012')).toBe('123456789012')
  expect(parseTrackingNumber('ups', '1z 999 aa1 01 2345 6784')).toBe('1Z999AA10123456784')
  expect(parseTrackingNumber('usps', 'ee 876 543 216 us')).toBe('EE876543216US')
})

test.each([
  ['ups', '1Z999AA10123456785'],
  ['usps', 'EE876543217US'],
  ['royal_mail', 'AB123456789GB'],
  ['fedex', '12345'],
  ['dhl', 'javascript:alert(1)'],
  ['other', '<script>'],
  ['other', 'ABCDEFGH'],
] as const)('%s refuses the tracking number %s', (carrier, number) => {
  expect(parseTrackingNumber(carrier, number)).toBeUndefined()
})

test('a tracking number links to its carrier’s page, if there is one', () => {
  expect(trackingUrl('ups', '1Z999AA10123456784')).toBe(
    'https://www.ups.com/track?tracknum=1Z999AA10123456784',
  )
  expect(trackingUrl('other', 'ABC123')).toBeNull()
})
