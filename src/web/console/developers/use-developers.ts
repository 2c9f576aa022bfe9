import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call, explainError } from '#web/app/calls/api.ts'
import type { AnswerTo } from '#web/app/calls/endpoints.ts'
import { toast } from '#web/app/toast.ts'
import { withPassword } from '../frame/password-prompt.tsx'

/** An API key in the list. */
export type ApiKey = AnswerTo<'GET /developers/keys'>['keys'][number]

/** A webhook endpoint in the list. */
export type WebhookEndpoint = AnswerTo<'GET /developers/webhooks'>['endpoints'][number]

/** An event that an endpoint can receive. */
export type WebhookEvent = AnswerTo<'GET /developers/webhooks'>['events'][number]

const KEY = 'developers'

/** Returns the API keys of the business and the scopes for keys. */
export function useApiKeys() {
  return useQuery({
    queryKey: [KEY, 'keys'],
    queryFn: ({ signal }) => call('GET /developers/keys', {}, { signal }),
  })
}

/** Returns the webhook endpoints of the business and the events that they can receive. */
export function useWebhookEndpoints() {
  return useQuery({
    queryKey: [KEY, 'webhooks'],
    queryFn: ({ signal }) => call('GET /developers/webhooks', {}, { signal }),
  })
}

/** The start of the query keys of an endpoint's deliveries. */
export const DELIVERIES_KEY = [KEY, 'deliveries'] as const

/** Returns a function that reloads keys and webhooks. */
export function useRefresh(): () => Promise<void> {
  const queries = useQueryClient()
  return () => queries.invalidateQueries({ queryKey: [KEY] })
}

/** Returns a function that performs a change, and whether one is running. It requests the password if needed. */
export function useDeveloperAction() {
  const refresh = useRefresh()
  const [isBusy, setIsBusy] = useState(false)

  async function perform<Answer extends Readonly<{ message: string }>>(
    send: () => Promise<Answer>,
  ): Promise<Answer | undefined> {
    setIsBusy(true)
    try {
      const answer = await withPassword(send)
      toast.success(answer.message)
      return answer
    } catch (error) {
      toast.error(explainError(error, 'We couldn’t make this change. Please try again in a moment.'))
      return undefined
    } finally {
      await refresh()
      setIsBusy(false)
    }
  }

  return { isBusy, perform }
}

/**
 * Returns the address of a page for developers in the open console. It is that of API keys and webhooks, or that of
 * an endpoint.
 */
export function toDevelopersAddress(endpointId?: string): string {
  const home = location.pathname.split('/').slice(0, 3).join('/')
  return `${home}/developers${endpointId === undefined ? '' : `/${encodeURIComponent(endpointId)}`}`
}
