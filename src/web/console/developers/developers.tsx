import { ExternalLink } from 'lucide'
import { RECEIVER_EXAMPLE } from '#core/webhook-events.ts'
import { PageHead } from '../frame/page-head.tsx'
import { ActionLink } from '../parts/button.tsx'
import { Panel } from '../parts/panel.tsx'
import { CodeBlock } from './code-block.tsx'
import { EndpointsPanel } from './endpoints-panel.tsx'
import { KeysPanel } from './keys-panel.tsx'

/** Renders API keys and webhook endpoints of a business or the marketplace, with examples to start from. */
export function Developers() {
  return (
    <>
      <PageHead title="API and webhooks">
        <ActionLink href="/api" target="_blank" icon={ExternalLink}>
          API reference
        </ActionLink>
      </PageHead>
      <div className="flex flex-col gap-4">
        <KeysPanel />
        <EndpointsPanel />
        <Panel title="Examples">
          <p className="mb-2 text-sm text-ink-soft">
            Send your key with each call. The API reference says which scope a call needs.
          </p>
          <CodeBlock label="A call with an API key" text={toCallExample(location.origin)} />
          <p className="mt-4 mb-2 text-sm text-ink-soft">
            A server that receives webhooks and verifies their signature, following the Standard Webhooks
            specification. Start it with your endpoint’s secret in WEBHOOK_SECRET.
          </p>
          <CodeBlock label="A receiver of webhooks" text={RECEIVER_EXAMPLE} />
        </Panel>
      </div>
    </>
  )
}

/** Returns an example call that each business can make with a key that has the scope of its orders. */
function toCallExample(origin: string): string {
  const path = {
    vendor: '/vendor/orders',
    supplier: '/supplier/orders',
    operator: '/operator/orders',
  }[location.pathname.split('/')[2] ?? '']
  return `curl '${origin}${path ?? '/vendor/orders'}' \\\n  --header 'Authorization: Bearer YOUR_API_KEY'\n`
}
