import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '#web/app/calls/api.ts'
import type { AnswerTo } from '#web/app/calls/endpoints.ts'
import { Panel } from '#web/console/parts/panel.tsx'
import { Checkbox } from '#web/ui/field.tsx'
import type { SectionProps } from '../console/operator-page.tsx'
import { useOperatorAction } from '../console/use-operator-action.ts'
import { toProviderName } from './provider-names.ts'
import { SettingForm, SettingPage } from './setting-page.tsx'

type Data = AnswerTo<'GET /operator/settings/payment-methods'>

/** Renders the payment methods that are offered to shoppers and vendors. */
export function PaymentMethods(_props: SectionProps) {
  const query = useQuery({
    queryKey: ['operator', 'settings', 'payment-methods'],
    queryFn: ({ signal }) => call('GET /operator/settings/payment-methods', {}, { signal }),
    // A reload would replace the user's input.
    refetchOnWindowFocus: false,
  })
  return (
    <SettingPage current="payment-methods" query={query}>
      {({ methods, version }) => <MethodsForm methods={methods} version={version} />}
    </SettingPage>
  )
}

function MethodsForm({ methods, version }: Pick<Data, 'methods' | 'version'>) {
  const first = methods.filter(({ isOn }) => !isOn).map(({ method }) => method)
  const [off, setOff] = useState(first)
  const { isBusy, perform } = useOperatorAction()
  const isChanged = off.toSorted().join() !== first.toSorted().join()
  const save = () =>
    perform(() => call('POST /operator/settings/payment-methods', { body: { off, version } }))
  return (
    <SettingForm
      isChanged={isChanged}
      isBusy={isBusy}
      onSave={() => void save()}
      onDiscard={() => setOff(first)}
    >
      {(isReadOnly) => (
        <Panel title="Payment methods">
          <p className="mb-4 max-w-prose text-sm text-ink-soft">
            Shoppers and vendors can choose these methods. Turning one off doesn’t affect open payments or
            refunds.
          </p>
          <ul className="flex flex-col divide-y divide-line">
            {methods.map(({ method, name, providers }) => (
              <li key={method} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 py-3">
                <Checkbox
                  label={name}
                  disabled={isReadOnly || providers.length === 0}
                  checked={!off.includes(method) && providers.length > 0}
                  onChange={(event) =>
                    setOff(event.target.checked ? off.filter((one) => one !== method) : [...off, method])
                  }
                />
                <span className="text-xs text-ink-soft">
                  {providers.length === 0 ? 'No provider set up' : providers.map(toProviderName).join(', ')}
                </span>
              </li>
            ))}
          </ul>
        </Panel>
      )}
    </SettingForm>
  )
}
