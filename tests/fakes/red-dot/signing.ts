import { createHash } from 'node:crypto'

/**
 * Signs a flat message as Red Dot does. It is written from the documentation, independently of the code under test.
 */
export function signFakeMessage(message: Readonly<Record<string, string | number>>, secretKey: string) {
  return { ...message, signature: computeSignature(message, secretKey) }
}

/** Returns whether a flat message has a valid signature. */
export function isSignatureValid(message: Readonly<Record<string, string>>, secretKey: string): boolean {
  const { signature, ...rest } = message
  return signature === computeSignature(rest, secretKey)
}

/** Returns whether a request for a payment page has a valid signature. */
export function isRequestSignatureValid(
  request: Readonly<Record<string, string>>,
  secretKey: string,
): boolean {
  const { mid, order_id, payment_type, amount, ccy, signature } = request
  return signature === sha512([mid, order_id, payment_type, amount, ccy, secretKey].join(''))
}

/** Signs a form of the Merchant API. */
export function signFakeForm(fields: Readonly<Record<string, string>>, secretKey: string) {
  return { ...fields, signature: computeFormSignature(fields, secretKey) }
}

/** Returns whether a form of the Merchant API has a valid signature. */
export function isFormSignatureValid(fields: Readonly<Record<string, string>>, secretKey: string): boolean {
  const { signature, ...rest } = fields
  return signature === computeFormSignature(rest, secretKey)
}

function computeSignature(message: Readonly<Record<string, string | number>>, secretKey: string): string {
  const names = Object.keys(message).sort()
  return sha512(names.map((name) => String(message[name])).join('') + secretKey)
}

function computeFormSignature(fields: Readonly<Record<string, string>>, secretKey: string): string {
  const names = Object.keys(fields).sort()
  const text = names.map((name) => `${name}=${fields[name]}`).join('&')
  return createHash('md5').update(`${text}&secret_key=${secretKey}`).digest('hex')
}

function sha512(text: string): string {
  return createHash('sha512').update(text).digest('hex')
}
