import { RouterClient } from '@tanstack/react-router/ssr/client'
import { hydrateRoot } from 'react-dom/client'
import { EXAMPLE_COMPANY } from '#core/company.ts'
import '#web/styles/app.css'
import { call } from './calls/api.ts'
import { CompanyContext } from './company.ts'
import { createShopRouter } from './router.tsx'
import { readSettings } from './shop-settings.ts'

const app = document.getElementById('app')
const router = createShopRouter({ call, origin: location.origin })
if (app) {
  const { company = EXAMPLE_COMPANY } = readSettings()
  hydrateRoot(
    app,
    <CompanyContext value={company}>
      <RouterClient router={router} />
    </CompanyContext>,
  )
}

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
