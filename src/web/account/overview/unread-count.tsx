import { call } from '#web/app/calls/api.ts'
import { useLoaded } from '#web/shared/loading/use-loaded.ts'

/** How many messages wait to be read, beside the word they are about; nothing where there are none or it is not known. */
export function UnreadCount() {
  const { loaded } = useLoaded('', async (signal) => (await call('GET /chat/unread', {}, { signal })).unread)
  if (loaded.state !== 'ready' || loaded.data === 0) return null
  return (
    <span className="ms-2 rounded-full bg-accent px-2 py-0.5 text-xs text-on-accent tabular-nums">
      {loaded.data} <span className="font-normal">unread</span>
    </span>
  )
}
