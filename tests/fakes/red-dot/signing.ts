import { createHash } from 'node:crypto'

/** Signs a flat message as Red Dot does, written down anew from the documentation and not by what it is to test. */
export function signed(message: Readonly<Record<string, string | number>>, secretKey: string) {
  return { ...message, signature: digestOf(message, secretKey) }
}

/** Whether a flat message is signed rightly. */
export function isRight(message: Readonly<Record<string, string>>, secretKey: string): boolean {
  const { signature, ...rest } = message
  return signature === digestOf(rest, secretKey)
}

/** Whether the request for a page is. */
export function isRequestRight(request: Readonly<Record<string, string>>, secretKey: string): boolean {
  const { mid, order_id, payment_type, amount, ccy, signature } = request
  return signature === sha512([mid, order_id, payment_type, amount, ccy, secretKey].join(''))
}

/** Signs a form of the Merchant API. */
export function signedForm(fields: Readonly<Record<string, string>>, secretKey: string) {
  return { ...fields, signature: formDigest(fields, secretKey) }
}

/** Whether a form of the Merchant API is signed rightly. */
export function isFormRight(fields: Readonly<Record<string, string>>, secretKey: string): boolean {
  const { signature, ...rest } = fields
  return signature === formDigest(rest, secretKey)
}

function digestOf(message: Readonly<Record<string, string | number>>, secretKey: string): string {
  const names = Object.keys(message).sort()
  return sha512(names.map((name) => String(message[name])).join('') + secretKey)
}

function formDigest(fields: Readonly<Record<string, string>>, secretKey: string): string {
  const names = Object.keys(fields).sort()
  const text = names.map((name) => `${name}=${fields[name]}`).join('&')
  return createHash('md5').update(`${text}&secret_key=${secretKey}`).digest('hex')
}

function sha512(text: string): string {
  return createHash('sha512').update(text).digest('hex')
}
