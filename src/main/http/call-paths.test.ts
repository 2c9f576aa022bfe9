import { expect, test } from 'vitest'
import { createCallPathMatcher } from './http.ts'

const isCallPath = createCallPathMatcher({
  calls: ['/orders/{id}', '/refunds/{id}/retry', '/chat/conversations', '/payments', '/'],
  pages: ['/', '/chat', '/marketplace', '/orders/$id/receipt'],
})

test.each(['/orders', '/orders/x/unknown', '/refunds/unknown', '/chat/unknown', '/payments/x', '/healthz/x'])(
  '%s is treated as a call',
  (path) => {
    expect(isCallPath(path)).toBe(true)
  },
)

test.each(['/', '/chat', '/marketplace', '/marketplace/x', '/refundsx', '/orders/7/receipt'])(
  '%s is treated as a page',
  (path) => {
    expect(isCallPath(path)).toBe(false)
  },
)
