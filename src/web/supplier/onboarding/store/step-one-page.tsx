import type { CountryData } from '#features/sales/shipping/contract.ts'
import { call } from '#web/app/calls/api.ts'
import { useGo } from '#web/app/navigation.ts'
import { page, type PageContext, type ViewProps } from '#web/app/page.ts'
import { toast } from '#web/app/toast.ts'
import { DEFAULT_DELIVERY } from '#web/shared/address/delivery-country.ts'
import { FormProblem } from '#web/shared/forms/form-problem.tsx'
import { useSaving } from '#web/shared/loading/use-saving.ts'
import { StepFrame } from '../step-frame.tsx'
import { Continue, StepWays } from '../step-ways.tsx'
import { STEP_HREFS } from '../steps.ts'
import { StoreFields } from './store-fields.tsx'
import { writtenStore } from './store-form.ts'
import { StoreLogo } from './store-logo.tsx'
import { useOwnStore } from './use-own-store.ts'
import { type MouseEvent, type SubmitEvent, useRef } from 'react'

/** The first step of the manufacturer's onboarding: the store. */
export const stepOnePage = page<CountriesShown>({
  load: loadCountries,
  head: () => ({
    title: 'Set Up Your Store',
    description: 'Sell your jewellery to vendors and shoppers everywhere: set up your store in four steps.',
    canonical: STEP_HREFS[0],
  }),
  View: StepOneView,
})

function StepOneView({ data: { countries } }: ViewProps<CountriesShown>) {
  return (
    <StepFrame
      step={1}
      title="Set Up Your Store"
      intro="Buyers like to know whom they buy from. All of this can be changed later."
    >
      <StoreStep countries={countries} />
    </StepFrame>
  )
}

/** The form, which leads on without saving where nobody is signed in (MONB-23). */
function StoreStep({ countries }: { countries: readonly CountryData[] }) {
  const { form, change, store, show, saved, isTouched, isReady, isMaker } = useOwnStore(countries)
  const { isBusy, faults, save, refuse } = useSaving()
  const element = useRef<HTMLFormElement>(null)
  const go = useGo()

  async function proceed(): Promise<void> {
    const at = element.current
    if (!at) return
    const written = writtenStore(form, countries)
    if ('faults' in written) return refuse(at, written.faults)
    await save(at, async () => {
      const answer = await call('POST /shop/saveMyStore', { body: { data: written.body } })
      saved(answer.store)
      toast.success(answer.message)
      await go(STEP_HREFS[1])
    })
  }

  function leadOn(event: MouseEvent | SubmitEvent): void {
    event.preventDefault()
    if (!isMaker || !isTouched) void go(STEP_HREFS[1])
    else if (!isBusy) void proceed()
  }

  return (
    <form ref={element} noValidate onSubmit={leadOn} inert={!isReady} className="mt-8">
      <div className="grid gap-8 lg:grid-cols-12 lg:gap-12">
        <div className="lg:col-span-4">
          <StoreLogo store={store} onChange={show} />
        </div>
        <StoreFields
          form={form}
          change={change}
          countries={countries}
          faults={faults}
          isVerified={store?.isVerified === true}
        />
      </div>
      <FormProblem words={faults['form']} />
      <StepWays>
        <Continue href={STEP_HREFS[1]} isBusy={isBusy} onContinue={leadOn} />
      </StepWays>
      {/* Enter in a field sends a form that has such a button. */}
      <button type="submit" hidden>
        Continue
      </button>
    </form>
  )
}

/** What the first step is drawn with. */
type CountriesShown = Readonly<{ countries: readonly CountryData[] }>

/** The countries a store may be in. Without the list the shop's own can still be chosen. */
async function loadCountries(context: PageContext): Promise<CountriesShown> {
  try {
    return { countries: (await context.call('GET /shop/getAllCountries')).countries }
  } catch {
    return { countries: [DEFAULT_DELIVERY] }
  }
}
