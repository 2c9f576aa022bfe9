import { useQuery } from '@tanstack/react-query'
import { call } from '#web/app/calls/api.ts'
import { Loaded, SkeletonRows } from '#web/console/data/console-data.tsx'
import { ActionLink } from '#web/console/parts/button.tsx'
import { Panel } from '#web/console/parts/panel.tsx'
import { Status } from '#web/console/parts/status.tsx'
import { OPERATOR } from '../console/addresses.ts'
import { SettingsHead } from './settings-head.tsx'

/** Renders the steps for setting up a new shop; each step is a page of the settings. */
export function SetupGuide() {
  const query = useQuery({ queryKey: ['operator', 'settings', 'setup'], queryFn: loadSteps })
  return (
    <>
      <SettingsHead current="setup" />
      <Loaded query={query} skeleton={<SkeletonRows count={6} />}>
        {(steps) => (
          <Panel
            title="Set up your shop"
            hint={`${steps.filter(({ isSet }) => isSet).length} of ${steps.length}`}
            isFlush
          >
            <p className="max-w-prose px-4 pb-4 text-sm text-ink-soft">
              Every step has a default, so you can leave and come back at any time. You can change everything
              later in Settings.
            </p>
            <ol className="divide-y divide-line border-t border-line">
              {steps.map(({ title, text, href, isSet }) => (
                <li key={href} className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-3">
                  <div className="min-w-0 flex-1 basis-56">
                    <p className="flex flex-wrap items-center gap-2 text-sm font-semibold">
                      {title}
                      {isSet ? <Status tone="good">Set</Status> : <Status>Default</Status>}
                    </p>
                    <p className="text-xs text-ink-soft">{text}</p>
                  </div>
                  <ActionLink href={href} aria-label={`${isSet ? 'Change' : 'Set up'}: ${title}`}>
                    {isSet ? 'Change' : 'Set up'}
                  </ActionLink>
                </li>
              ))}
            </ol>
          </Panel>
        )}
      </Loaded>
    </>
  )
}

async function loadSteps({ signal }: { signal: AbortSignal }) {
  const [company, issuer, countries, methods, fees] = await Promise.all([
    call('GET /operator/settings/company', {}, { signal }),
    call('GET /operator/settings/issuer', {}, { signal }),
    call('GET /operator/settings/countries', {}, { signal }),
    call('GET /operator/settings/payment-methods', {}, { signal }),
    call('GET /operator/settings/fees', {}, { signal }),
  ])
  const served = countries.countries.filter(({ isServed }) => isServed).length
  return [
    {
      title: 'Shop and company',
      text: `The name and logo of the shop, your company, its address and support email. Now: ${company.company.shopName}, ${company.company.name}`,
      href: OPERATOR.company,
      isSet: company.version > 0,
    },
    {
      title: 'Issuer of documents',
      text: `Who invoices and credit notes come from. Now: ${issuer.issuer.name}`,
      href: OPERATOR.settings,
      isSet: issuer.version > 0,
    },
    {
      title: 'Countries',
      text: `Where you deliver. Now: ${served} of ${countries.countries.length} countries`,
      href: OPERATOR.countries,
      isSet: countries.version > 0,
    },
    {
      title: 'Payment methods',
      text: 'How shoppers pay.',
      href: OPERATOR.paymentMethods,
      isSet: methods.version > 0,
    },
    {
      title: 'Fees and currency',
      text: `What payment providers charge, to check their reports. The shop sells in ${fees.currency}.`,
      href: OPERATOR.fees,
      isSet: fees.version > 0 || fees.fees.length > 0,
    },
  ]
}
