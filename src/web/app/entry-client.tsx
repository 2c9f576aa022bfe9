import { RouterClient } from '@tanstack/react-router/ssr/client'
import { hydrateRoot } from 'react-dom/client'
import '#web/styles/app.css'
import { call } from './calls/api.ts'
import { createAppRouter } from './router/router.tsx'

const app = document.getElementById('app')
const router = createAppRouter({ call, origin: location.origin })
if (app) hydrateRoot(app, <RouterClient router={router} />)

/** The delay of offline support, which loads after everything else, in milliseconds. */
const IDLE_DELAY_MS = 3_000

if (document.readyState === 'complete') startOfflineSoon()
else window.addEventListener('load', startOfflineSoon, { once: true })

function startOfflineSoon(): void {
  setTimeout(() => {
    import('./offline/start-offline.ts').then(
      ({ startOfflineSupport: startOffline }) => startOffline(router),
      () => undefined,
    )
  }, IDLE_DELAY_MS)
}
