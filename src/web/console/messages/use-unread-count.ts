import { useQuery } from '@tanstack/react-query'
import { call } from '#web/app/calls/api.ts'

/** The reload interval of the count, in milliseconds. */
const RELOAD_MS = 30_000

/** Returns the number of unread messages of the signed-in account, reloaded every half minute while enabled. */
export function useUnreadCount(isEnabled: boolean): number | undefined {
  return useQuery({
    queryKey: ['unread'],
    queryFn: async ({ signal }) => (await call('GET /chat/unread', {}, { signal })).unread,
    enabled: isEnabled,
    refetchInterval: RELOAD_MS,
  }).data
}
