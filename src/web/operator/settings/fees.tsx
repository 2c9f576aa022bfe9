import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '#web/app/calls/api.ts'
import type { AnswerTo } from '#web/app/calls/endpoints.ts'
import { Figures, Panel } from '#web/console/parts/panel.tsx'
import { parseTypedCents } from '#web/shared/forms/typed-numbers.ts'
import { Field } from '#web/ui/field.tsx'
import type { SectionProps } from '../console/operator-page.tsx'
import { useOperatorAction } from '../console/use-operator-action.ts'
import { toProviderName } from './provider-names.ts'
import { SettingForm, SettingPage } from './setting-page.tsx'

type Data = AnswerTo<'GET /operator/settings/fees'>

/** Renders the fees agreed with payment providers, and the currency that the shop sells in. */
export function Fees(_props: SectionProps) {
  const query = useQuery({
    queryKey: ['operator', 'settings', 'fees'],
    queryFn: ({ signal }) => call('GET /operator/settings/fees', {}, { signal }),
    // What is typed is not replaced by an answer.
    refetchOnWindowFocus: false,
  })
  return (
    <SettingPage current="fees" query={query}>
      {(data) => (
        <div className="flex flex-col gap-4">
          <FeesForm data={data} />
          <CurrencyPanel currency={data.currency} />
        </div>
      )}
    </SettingPage>
  )
}

/** What is typed of a provider; two empty fields are no agreed fee. */
type Texts = Readonly<{ percent: string; fixed: string }>

function FeesForm({ data: { providers, fees, version, currency } }: { data: Data }) {
  const [first] = useState(() => toTexts(providers, fees))
  const [texts, setTexts] = useState(first)
  const [hasTried, setHasTried] = useState(false)
  const { isBusy, perform } = useOperatorAction()
  const read = providers.map((provider) => ({ provider, fee: parseFee(texts[provider]) }))
  const isFaulty = read.some(({ fee }) => fee === undefined)

  function save(): void {
    setHasTried(true)
    if (isFaulty) return
    const body = { fees: read.flatMap(({ provider, fee }) => (fee ? [{ provider, ...fee }] : [])), version }
    void perform(() => call('POST /operator/settings/fees', { body }))
  }

  return (
    <SettingForm
      isChanged={JSON.stringify(texts) !== JSON.stringify(first)}
      isBusy={isBusy}
      onSave={save}
      onDiscard={() => setTexts(first)}
    >
      {(isReadOnly) => (
        <Panel title="Payment fees">
          <p className="mb-4 max-w-prose text-sm text-ink-soft">
            The fees you agreed with each provider. Settlement reports are checked against them during import,
            and a fee that differs becomes a discrepancy. Reports you’ve imported already don’t change. Leave
            both fields blank to skip the check.
          </p>
          <div className="flex flex-col gap-5">
            {providers.map((provider) => (
              <ProviderFields
                key={provider}
                provider={provider}
                currency={currency}
                texts={texts[provider] ?? NO_FEE}
                isFaulty={hasTried && parseFee(texts[provider]) === undefined}
                disabled={isReadOnly}
                onChange={(next) => setTexts({ ...texts, [provider]: next })}
              />
            ))}
          </div>
        </Panel>
      )}
    </SettingForm>
  )
}

function ProviderFields(props: {
  provider: string
  currency: string
  texts: Texts
  isFaulty: boolean
  disabled: boolean
  onChange: (texts: Texts) => void
}) {
  const { provider, currency, texts, isFaulty, disabled, onChange } = props
  const name = toProviderName(provider)
  const control = { inputMode: 'decimal', autoComplete: 'off', maxLength: 8, disabled } as const
  return (
    <fieldset className="grid gap-4 sm:grid-cols-2">
      <legend className="mb-2 text-sm font-semibold">{name}</legend>
      <Field
        {...control}
        label="Percent of the payment"
        aria-label={`${name}: percent of the payment`}
        error={
          isFaulty ? 'Enter a percentage from 0 to 100, such as 3.4, and an amount from 0 to 100.' : undefined
        }
        value={texts.percent}
        onChange={({ target }) => onChange({ ...texts, percent: target.value })}
      />
      <Field
        {...control}
        label={`Fixed amount (${currency})`}
        aria-label={`${name}: fixed amount`}
        value={texts.fixed}
        onChange={({ target }) => onChange({ ...texts, fixed: target.value })}
      />
    </fieldset>
  )
}

const NO_FEE: Texts = { percent: '', fixed: '' }
const MAX = 10_000

function toTexts(providers: Data['providers'], fees: Data['fees']): Readonly<Record<string, Texts>> {
  return Object.fromEntries(
    providers.map((provider) => {
      const fee = fees.find((one) => one.provider === provider)
      return [
        provider,
        fee ? { percent: String(fee.bps / 100), fixed: (fee.fixed / 100).toFixed(2) } : NO_FEE,
      ]
    }),
  )
}

/** Returns a typed fee; null where both fields are empty, undefined where it is none. */
function parseFee({ percent, fixed }: Texts = NO_FEE): { bps: number; fixed: number } | null | undefined {
  if (percent.trim() === '' && fixed.trim() === '') return null
  const bps = parseTypedCents(percent)
  const cents = fixed.trim() === '' ? 0 : parseTypedCents(fixed)
  if (bps === undefined || cents === undefined || bps > MAX || cents > MAX) return undefined
  return { bps, fixed: cents }
}

function CurrencyPanel({ currency }: { currency: string }) {
  const name = new Intl.DisplayNames('en', { type: 'currency' }).of(currency) ?? currency
  return (
    <Panel title="Currency">
      <Figures rows={[{ label: 'The shop sells in', value: `${name} (${currency})` }]} />
      <p className="mt-3 max-w-prose text-sm text-ink-soft">
        Prices, wallets, earnings and the ledger use this currency. It can’t be changed, because every price
        and balance depends on it. Commissions and other shares are rounded to the nearest cent, and split
        amounts always add up to the total.
      </p>
      <p className="mt-2 max-w-prose text-sm text-ink-soft">
        Vendors’ stores can sell in other currencies. Each vendor enters an exchange rate and its date. Orders
        keep the rate they were placed with, and rates older than 30 days are marked.
      </p>
    </Panel>
  )
}
