import { RouterClient } from '@tanstack/react-router/ssr/client'
import { hydrateRoot } from 'react-dom/client'
import '#web/styles/app.css'
import { call } from './calls/api.ts'
import { createShopRouter } from './router.tsx'

const app = document.getElementById('app')
const router = createShopRouter({ call, origin: location.origin })
if (app) hydrateRoot(app, <RouterClient router={router} />)

/** What helps without a connection comes when all else has come. */
const QUIET_MS = 3_000

if (document.readyState === 'complete') whenQuiet()
else window.addEventListener('load', whenQuiet, { once: true })

function whenQuiet(): void {
  setTimeout(() => {
    import('./offline/start-offline.ts').then(
      ({ startOffline }) => startOffline(router),
      () => undefined,
    )
  }, QUIET_MS)
}
