import { expect, test } from 'vitest'
import { isSupportedCurrency, fromDecimalText, toDecimalText } from './decimal.ts'
import { isFormSigned, isSigned, signForm, signMessage, signRequest } from './signature.ts'
import { readMessage } from './wire.ts'
import examples from '#tests/fakes/red-dot/examples.json' with { type: 'json' }

const { secret_key: secret, first_phase_request: request, merchant_api_signature_example: form } = examples

const answers = [
  ['the page opened', examples.first_phase_response],
  ['a question', examples.query_request],
  ['a payment', examples.query_response_success],
  ['a declined one', examples.query_response_declined],
] as const

function read(message: object) {
  const parsed = readMessage(JSON.stringify(message))
  if (!parsed) throw new Error('no message')
  return parsed
}

test('signs the page request as in the documented test vector', () => {
  expect(signRequest(request, secret)).toBe(request.signature)
  const padded = { ...request, mid: ` ${request.mid} ` }
  expect(signRequest(padded, secret)).toBe(request.signature)
})

test.each(answers)('accepts the signature of the documented example of %s', (_name, message) => {
  expect(signMessage(read(message), secret)).toBe(message.signature)
  expect(isSigned(read(message), secret)).toBe(true)
})

test.each(answers)(
  'rejects the example of %s when it was changed or signed with another key',
  (_name, message) => {
    expect(isSigned(read(message), `${secret}x`)).toBe(false)
    expect(isSigned(read({ ...message, more: '1' }), secret)).toBe(false)
    expect(isSigned(read({ ...message, signature: message.signature.toUpperCase() }), secret)).toBe(false)
    expect(isSigned(read({ ...message, signature: undefined }), secret)).toBe(false)
    expect(isSigned(read({ ...message, signature: { a: message.signature } }), secret)).toBe(false)
  },
)

test('signs Merchant API requests as in the documented example', () => {
  expect(signForm(form.fields, form.secret_key)).toBe(form.md5)
  expect(isFormSigned({ ...form.fields, signature: form.md5 }, form.secret_key)).toBe(true)
  expect(isFormSigned({ ...form.fields, amount: '2.00', signature: form.md5 }, form.secret_key)).toBe(false)
})

test('signs values as they were sent, also in nested objects', () => {
  const read1 = readMessage('{"b":59.90,"a":{"y":true,"x":null},"c":[false,1.0],"d":"é"}')
  expect(read1).toEqual({ b: '59.90', a: { y: '1', x: '' }, c: ['', '1.0'], d: 'é' })
  expect(signMessage(read1 ?? {}, 'key')).toBe(signMessage({ joined: '159.901.0é' }, 'key'))
})

test.each(['', '[]', '"text"', '1', 'null', '{"a":', '{"a":1}{}'])(
  'does not parse %s as a message',
  (text) => {
    expect(readMessage(text)).toBeUndefined()
  },
)

test('converts amounts to decimals and back without floating point', () => {
  const pairs = [
    [5990, 'SGD', '59.90'],
    [5, 'USD', '0.05'],
    [0, 'USD', '0.00'],
    [100, 'JPY', '100'],
    [999_999_999_999, 'USD', '9999999999.99'],
  ] as const
  for (const [minor, currency, text] of pairs) {
    expect(toDecimalText(minor, currency)).toBe(text)
    expect(fromDecimalText(text, currency)).toBe(minor)
  }
  expect(() => toDecimalText(1.5, 'SGD')).toThrow(RangeError)
  expect(() => toDecimalText(-1, 'SGD')).toThrow(RangeError)
})

test('reads amounts with any number of trailing zeros, and rejects everything else', () => {
  expect(['59.9', '59.900', '59'].map((text) => fromDecimalText(text, 'SGD'))).toEqual([5990, 5990, 5900])
  expect(fromDecimalText('100.00', 'JPY')).toBe(100)
  const invalidTexts = ['', '59.905', '-1.00', '1e3', '1,000.00', '0x10', '1.', '٣']
  expect(invalidTexts.map((text) => fromDecimalText(text, 'SGD'))).toEqual(invalidTexts.map(() => undefined))
  expect(fromDecimalText('100.50', 'JPY')).toBeUndefined()
  expect(isSupportedCurrency('KWD')).toBe(false)
  expect(fromDecimalText('1.000', 'KWD')).toBeUndefined()
})
