import { useQuery } from '@tanstack/react-query'
import { call } from '#web/app/calls/api.ts'

/** How often the count is reloaded. */
const RELOAD_MS = 30_000

/** Returns how many messages the signed-in account has not read, reloaded every half minute while enabled. */
export function useUnreadCount(isEnabled: boolean): number | undefined {
  return useQuery({
    queryKey: ['unread'],
    queryFn: async ({ signal }) => (await call('GET /chat/unread', {}, { signal })).unread,
    enabled: isEnabled,
    refetchInterval: RELOAD_MS,
  }).data
}
