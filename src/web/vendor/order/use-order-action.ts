import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call, explainError } from '#web/app/calls/api.ts'
import type { InputOf } from '#web/app/calls/endpoints.ts'
import { toast } from '#web/app/toast.ts'

type PaymentInput = InputOf<'POST /vendor/orders/pay'>['body']

/**
 * Returns a function that performs an action on an order and shows the result. All data of the console is then
 * reloaded.
 */
export function useOrderAction() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (send: () => Promise<Readonly<{ message: string }>>) => send(),
    onSuccess: ({ message }) => toast.success(message),
    onError: (error) =>
      toast.error(explainError(error, 'We couldn’t make this change. Please try again in a moment.')),
    onSettled: () => void queries.invalidateQueries({ queryKey: ['vendor'] }),
  })
}

/**
 * Returns a function that pays orders, from the wallet or on a payment page that it opens. Throws the reasons if no
 * order was paid; if only some failed, a toast shows their reasons.
 */
export function usePayment(): (input: PaymentInput) => Promise<void> {
  const queries = useQueryClient()
  return async (input) => {
    const { paid, paymentUrl, problems, message } = await call('POST /vendor/orders/pay', { body: input })
    void queries.invalidateQueries({ queryKey: ['vendor'] })
    const [first] = problems
    if (first && paid === 0 && paymentUrl === null) throw createRefusal(describeProblems(problems))
    if (first) toast.error(describeProblems(problems))
    if (paymentUrl === null) toast.success(message)
    else location.assign(paymentUrl)
  }
}

/** Returns the error of a payment, whose text `explainError` shows. */
function createRefusal(text: string): Error {
  return Object.assign(new Error(text), { name: 'ApiFailure' })
}

function describeProblems(problems: readonly Readonly<{ number: string; text: string }>[]): string {
  const [first, ...more] = problems
  if (!first) return ''
  const text = `Order ${first.number}: ${first.text}`
  return more.length === 0 ? text : `${text} ${more.length} more couldn’t be paid either.`
}
