import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type SubmitEvent, useState } from 'react'
import type { OwnStoreData } from '#features/catalogue/suppliers/contract.ts'
import { call, explainError } from '#web/app/calls/api.ts'
import { toast } from '#web/app/toast.ts'
import { Loaded } from '#web/console/data/console-data.tsx'
import { useCan } from '#web/console/frame/business.tsx'
import { PageHead } from '#web/console/frame/page-head.tsx'
import { Action } from '#web/console/parts/button.tsx'
import { Empty, Panel } from '#web/console/parts/panel.tsx'
import { type FieldErrors, fieldErrorsFrom } from '#web/shared/loading/use-save-form.ts'
import { Field, TextArea } from '#web/ui/field.tsx'
import { Link } from '#web/ui/link.tsx'
import { SUPPLIER } from '../../console/addresses.ts'
import { CountrySelect } from '../../fulfilment/warehouses/country-select.tsx'
import { LogoPanel } from './logo-panel.tsx'

const QUERY_KEY = ['supplier', 'profile']
const MAX_DESCRIPTION = 2_000

/** Renders the store's public profile: name, logo, place, description and categories. */
export function StoreProfile() {
  const query = useQuery({
    queryKey: QUERY_KEY,
    queryFn: async ({ signal }) => (await call('GET /shop/getMyStore', {}, { signal })).store,
  })
  return (
    <>
      <PageHead title="Store profile" back={{ href: SUPPLIER.settings, label: 'Settings' }} />
      <Loaded query={query}>
        {(store) =>
          store ? (
            <div className="grid max-w-4xl gap-4 lg:grid-cols-[minmax(0,1fr)_18rem] lg:items-start">
              <ProfileForm key={JSON.stringify(store)} store={store} />
              <div className="max-lg:order-first">
                <LogoPanel store={store} queryKey={QUERY_KEY} />
              </div>
            </div>
          ) : (
            <Empty title="No store yet" text="Contact support to get one." />
          )
        }
      </Loaded>
    </>
  )
}

/** The typed profile. */
type ProfileForm = Readonly<
  Record<'name' | 'country' | 'city' | 'description' | 'yearsOfExperience' | 'mainCategories', string>
>

function toForm(store: OwnStoreData): ProfileForm {
  return {
    name: store.name ?? '',
    country: store.country,
    city: store.city ?? '',
    description: store.description ?? '',
    yearsOfExperience: store.yearsOfExperience === null ? '' : String(store.yearsOfExperience),
    mainCategories: store.mainCategories.join(', '),
  }
}

function toInput(form: ProfileForm, store: OwnStoreData) {
  const name = form.name.trim()
  const years = form.yearsOfExperience.trim()
  return {
    ...(store.isVerified || name === '' ? {} : { name }),
    country: form.country,
    city: form.city,
    description: form.description,
    yearsOfExperience: years === '' ? null : Number(years),
    mainCategories: form.mainCategories
      .split(/[,;\n]/)
      .map((category) => category.trim())
      .filter((category) => category !== ''),
  }
}

function findErrors({ yearsOfExperience }: ProfileForm): FieldErrors {
  return /^\d{0,3}$/.test(yearsOfExperience.trim())
    ? {}
    : { yearsOfExperience: 'Enter whole years, such as 12.' }
}

function ProfileForm({ store }: { store: OwnStoreData }) {
  const [form, setForm] = useState(() => toForm(store))
  const [errors, setErrors] = useState<FieldErrors>({})
  const queries = useQueryClient()
  const mayEdit = useCan()('settings:write')
  const save = useMutation({
    mutationFn: () => call('POST /shop/saveMyStore', { body: { data: toInput(form, store) } }),
    onSuccess({ message, store: saved }) {
      queries.setQueryData(QUERY_KEY, saved)
      void queries.invalidateQueries({ queryKey: ['supplier'] })
      toast.success(message)
    },
    onError(error) {
      setErrors(fieldErrorsFrom(error))
      toast.error(explainError(error, 'We couldn’t save the store profile. Please try again in a moment.'))
    },
  })

  function submit(event: SubmitEvent<HTMLFormElement>): void {
    event.preventDefault()
    const found = findErrors(form)
    setErrors(found)
    if (Object.keys(found).length === 0) save.mutate()
  }

  return (
    <form noValidate onSubmit={submit} inert={!mayEdit}>
      <Panel
        title="Profile"
        aside={
          store.isVerified && (
            <Link href={`/store-profile?id=${encodeURIComponent(store.id)}`} className="text-link text-sm">
              See your store page
            </Link>
          )
        }
      >
        <ProfileFields form={form} errors={errors} isVerified={store.isVerified} onChange={setForm} />
        {JSON.stringify(form) !== JSON.stringify(toForm(store)) && (
          <div className="mt-4 flex flex-wrap gap-2">
            <Action type="submit" variant="primary" busy={save.isPending}>
              Save
            </Action>
            <Action
              onClick={() => {
                setForm(toForm(store))
                setErrors({})
              }}
            >
              Discard
            </Action>
          </div>
        )}
      </Panel>
    </form>
  )
}

function ProfileFields(props: {
  form: ProfileForm
  errors: FieldErrors
  isVerified: boolean
  onChange: (form: ProfileForm) => void
}) {
  const { form, errors, isVerified, onChange } = props
  const field = (name: keyof ProfileForm) => ({
    name,
    value: form[name],
    error: errors[name],
    autoComplete: 'off',
    onChange: ({ target }: { target: { value: string } }) => onChange({ ...form, [name]: target.value }),
  })
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <Field
        {...field('name')}
        label="Store name"
        hint={
          isVerified
            ? 'Your store is verified under this name. Contact support to change it.'
            : 'Shown to buyers. We need it to verify your store.'
        }
        readOnly={isVerified}
        maxLength={80}
        className="sm:col-span-2"
      />
      <CountrySelect
        label="Country"
        hint="Warehouses in your current country move with it."
        value={form.country}
        error={errors['country']}
        onChange={(country) => onChange({ ...form, country })}
      />
      <Field {...field('city')} label="City (optional)" maxLength={80} />
      <TextArea
        {...field('description')}
        label="Description (optional)"
        hint={`Your story: who makes your jewellery, where and how. ${MAX_DESCRIPTION - form.description.length} characters left.`}
        rows={6}
        maxLength={MAX_DESCRIPTION}
        className="sm:col-span-2"
      />
      <Field
        {...field('yearsOfExperience')}
        label="Years of experience (optional)"
        inputMode="numeric"
        maxLength={3}
      />
      <Field
        {...field('mainCategories')}
        label="Main categories (optional)"
        hint="Separate them with commas."
        maxLength={1_300}
      />
    </div>
  )
}
