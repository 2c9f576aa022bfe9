/** Thrown for a refusal of the fake Stripe: an HTTP status and Stripe's error format. */
export class FakeStripeError extends Error {
  readonly status: number
  readonly type: string
  readonly code: string | undefined

  constructor(status: number, message: string, { type, code }: { type?: string; code?: string } = {}) {
    super(message)
    this.status = status
    this.type = type ?? 'invalid_request_error'
    this.code = code
  }

  body() {
    return { error: { type: this.type, ...(this.code && { code: this.code }), message: this.message } }
  }
}
