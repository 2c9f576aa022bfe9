import type { CountryData } from '#features/sales/shipping/contract.ts'
import { call } from '#web/app/calls/api.ts'
import { useNavigateTo } from '#web/app/router/navigation.ts'
import { page, type PageContext, type ViewProps } from '#web/app/router/page.ts'
import { toast } from '#web/app/toast.ts'
import { DEFAULT_DELIVERY } from '#web/shared/address/delivery-country.ts'
import { FormProblem } from '#web/shared/forms/form-problem.tsx'
import { useSaveForm } from '#web/shared/loading/use-save-form.ts'
import { StepFrame } from '../step-frame.tsx'
import { ContinueLink, StepNavigation } from '../step-navigation.tsx'
import { STEP_HREFS } from '../steps.ts'
import { StoreFields } from './store-fields.tsx'
import { toStoreInput, EMPTY_STORE, toStoreForm, type StoreForm } from './store-form.ts'
import { StoreLogo } from './store-logo.tsx'
import { type MouseEvent, type SubmitEvent, useRef, useEffect, useState } from 'react'
import type { OwnStoreData } from '#features/catalogue/suppliers/contract.ts'
import { useOnboardingDraft } from '../product/use-onboarding-draft.ts'

/** The first step of the manufacturer's onboarding: the store. */
export const stepOnePage = page<StepOneData>({
  load: loadCountries,
  head: () => ({
    title: 'Set Up Your Store',
    description: 'Sell your jewellery to vendors and shoppers everywhere. Set up your store in four steps.',
    canonical: STEP_HREFS[0],
  }),
  View: StepOneView,
})

function StepOneView({ data: { countries } }: ViewProps<StepOneData>) {
  return (
    <StepFrame
      step={1}
      title="Set Up Your Store"
      intro="Tell buyers who they’re buying from. You can change this later."
    >
      <StoreStep countries={countries} />
    </StepFrame>
  )
}

/** Renders the form, which continues without saving if no supplier is signed in or nothing was typed (MONB-23). */
function StoreStep({ countries }: { countries: readonly CountryData[] }) {
  const { form, change, store, show, saved, isTouched, isReady, isSupplier } = useOwnStore(countries)
  const { isBusy, faults, save, refuse } = useSaveForm()
  const element = useRef<HTMLFormElement>(null)
  const go = useNavigateTo()

  async function proceed(): Promise<void> {
    const at = element.current
    if (!at) return
    const input = toStoreInput(form, countries)
    if ('faults' in input) return refuse(at, input.faults)
    await save(at, async () => {
      const answer = await call('POST /shop/saveMyStore', { body: { data: input.body } })
      saved(answer.store)
      toast.success(answer.message)
      await go(STEP_HREFS[1])
    })
  }

  function leadOn(event: MouseEvent | SubmitEvent): void {
    event.preventDefault()
    if (!isSupplier || !isTouched) void go(STEP_HREFS[1])
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
      <FormProblem message={faults['form']} />
      <StepNavigation>
        <ContinueLink href={STEP_HREFS[1]} isBusy={isBusy} onContinue={leadOn} />
      </StepNavigation>
      {/* A form with a submit button is submitted by Enter in a field. */}
      <button type="submit" hidden>
        Continue
      </button>
    </form>
  )
}

/** The data of the first step. */
type StepOneData = Readonly<{ countries: readonly CountryData[] }>

/** Loads the countries of a store. If that fails, only the shop's own country can be selected. */
async function loadCountries(context: PageContext): Promise<StepOneData> {
  try {
    return {
      countries: (await context.call('GET /shop/getAllCountries', { query: { scope: 'all' } })).countries,
    }
  } catch {
    return { countries: [DEFAULT_DELIVERY] }
  }
}

/** Returns the form of the store: the input of this tab, else the account's saved store. */
function useOwnStore(countries: readonly CountryData[]): Readonly<{
  form: StoreForm
  change: (form: StoreForm) => void
  store: OwnStoreData | undefined
  /** Shows the store after a change that was saved immediately. */
  show: (store: OwnStoreData) => void
  /** Replaces the input with the store of a save's response. */
  saved: (store: OwnStoreData) => void
  /** Whether there is unsaved input. */
  isTouched: boolean
  isReady: boolean
  isSupplier: boolean
}> {
  const { isReady, draft, change, user, isSupplier } = useOnboardingDraft()
  const [store, setStore] = useState<OwnStoreData>()
  const owner = isSupplier ? user?.id : undefined

  useEffect(() => {
    setStore(undefined)
    if (owner === undefined) return undefined
    const controller = new AbortController()
    call('GET /shop/getMyStore', {}, { signal: controller.signal }).then(
      ({ store: own }) => {
        if (!controller.signal.aborted) setStore(own ?? undefined)
      },
      // The form can still be filled in; saving reports errors.
      () => undefined,
    )
    return () => controller.abort()
  }, [owner])

  return {
    form: draft.store ?? (store ? toStoreForm(store, countries) : EMPTY_STORE),
    change: (form) => change({ store: form }),
    store,
    show: setStore,
    saved: (own) => {
      setStore(own)
      change({ store: null })
    },
    isTouched: draft.store !== null,
    isReady,
    isSupplier,
  }
}
