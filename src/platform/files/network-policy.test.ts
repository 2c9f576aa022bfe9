import { expect, test } from 'vitest'
import { isPublicAddress } from './network-policy.ts'

test.each(
  [
    '127.0.0.1 10.1.2.3 172.16.0.1 192.168.1.1 169.254.169.254 100.64.0.1 0.0.0.0 224.0.0.1 255.255.255.255',
    '168.63.129.16 192.0.2.1 198.18.0.1 240.0.0.1',
    '::1 :: fe80::1 fc00::1 fd00:ec2::254 ff02::1 2001:db8::1 64:ff9b::7f00:1 2002:7f00:1::',
    '::ffff:127.0.0.1 ::ffff:a00:1 ::ffff:169.254.169.254 localhost 1.2.3',
  ].flatMap((line) => line.split(' ')),
)('rejects the address %s as not public', (address) => {
  expect(isPublicAddress(address)).toBe(false)
})

test.each(['93.184.215.14', '8.8.8.8', '172.32.0.1', '2606:4700::6810:84e5', '::ffff:8.8.8.8'])(
  'accepts the address %s as public',
  (address) => {
    expect(isPublicAddress(address)).toBe(true)
  },
)
