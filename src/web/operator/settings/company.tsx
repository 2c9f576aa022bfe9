import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { COMPANY_FIELDS, type CompanyFieldName, type CompanyFields } from '#core/company/company-fields.ts'
import { call } from '#web/app/calls/api.ts'
import { LogoUpload, uploadLogo } from '#web/console/parts/logo-upload.tsx'
import { Panel } from '#web/console/parts/panel.tsx'
import { Field, Select } from '#web/ui/field.tsx'
import type { SectionProps } from '../console/operator-page.tsx'
import { useOperatorRoles } from '../console/operator-roles.tsx'
import { useOperatorAction } from '../console/use-operator-action.ts'
import { SettingForm, SettingPage } from './setting-page.tsx'

/** Renders the name of the shop and the company that runs it. */
export function CompanySettings(_props: SectionProps) {
  const query = useQuery({
    queryKey: ['operator', 'settings', 'company'],
    queryFn: async ({ signal }) => {
      const [data, { logo, history }, { countries }] = await Promise.all([
        call('GET /operator/settings/company', {}, { signal }),
        call('GET /operator/settings/logo', {}, { signal }),
        call('GET /shop/getAllCountries', { query: { scope: 'all' } }, { signal }),
      ])
      const changes = [...data.history, ...history].toSorted((one, other) =>
        other.savedAt.localeCompare(one.savedAt),
      )
      return { ...data, logo, countries, history: changes }
    },
    // A reload would replace the user's input.
    refetchOnWindowFocus: false,
  })
  return (
    <SettingPage current="company" query={query}>
      {({ company, logo, version, countries }) => (
        <div className="flex flex-col gap-4">
          <LogoPanel src={logo?.src ?? null} />
          <CompanyForm company={company} version={version} countries={countries} />
        </div>
      )}
    </SettingPage>
  )
}

function LogoPanel({ src }: { src: string | null }) {
  const { isBusy, perform } = useOperatorAction()
  return (
    <Panel title="Logo" hint="Shown in the header, emails and documents instead of the shop’s name">
      <LogoUpload
        src={src}
        hint="JPEG, PNG or WebP, up to 5 MB. Use one that reads on light and dark. Issued documents keep the logo of their time."
        canWrite={useOperatorRoles().can('settings:write')}
        isBusy={isBusy}
        onUpload={(file) => void perform(() => uploadLogo('/operator/settings/logo', file))}
        onRemove={() => void perform(() => call('POST /operator/settings/logo/remove'))}
      />
    </Panel>
  )
}

type Countries = readonly Readonly<{ code: string; name: string }>[]

const GROUPS: readonly Readonly<{ title: string; hint?: string; fields: readonly CompanyFieldName[] }>[] = [
  { title: 'Shop', hint: 'Shown in the header, page titles and emails', fields: ['shopName'] },
  {
    title: 'Company',
    hint: 'Shown in the footer, on the contact page and in the legal texts',
    fields: ['name', 'street', 'city', 'postcode', 'country'],
  },
  { title: 'Contact', fields: ['supportEmail', 'phone'] },
  {
    title: 'Register',
    hint: 'Shown in the imprint',
    fields: ['registration', 'taxNumber', 'director', 'parent'],
  },
  {
    title: 'Links',
    hint: 'Leave blank to show none',
    fields: ['facebook', 'instagram', 'linkedin', 'x', 'appStore', 'googlePlay'],
  },
]

const HINTS: Partial<Record<CompanyFieldName, string>> = {
  supportEmail: 'Contact messages, reports and disputes are sent here.',
  phone: 'With the country code, such as +65 6123 4567.',
  parent: 'If the company belongs to a group.',
}

const NEEDED = new Set<CompanyFieldName>(['shopName', 'name', 'street', 'city', 'country', 'supportEmail'])

function CompanyForm(props: { company: CompanyFields; version: number; countries: Countries }) {
  const { company, version, countries } = props
  const [fields, setFields] = useState(company)
  const { isBusy, perform } = useOperatorAction()
  const isChanged = JSON.stringify(fields) !== JSON.stringify(company)
  const save = () =>
    perform(() => call('POST /operator/settings/company', { body: { company: fields, version } }))
  return (
    <SettingForm
      isChanged={isChanged}
      isBusy={isBusy}
      onSave={() => void save()}
      onDiscard={() => setFields(company)}
    >
      {(isReadOnly) =>
        GROUPS.map(({ title, hint, fields: names }) => (
          <Panel key={title} title={title} hint={hint}>
            <div className="grid gap-4 sm:grid-cols-2">
              {names.map((name) => (
                <CompanyField
                  key={name}
                  name={name}
                  countries={countries}
                  disabled={isReadOnly}
                  value={fields[name]}
                  onChange={(value) => setFields((current) => ({ ...current, [name]: value }))}
                />
              ))}
            </div>
          </Panel>
        ))
      }
    </SettingForm>
  )
}

function CompanyField(props: {
  name: CompanyFieldName
  countries: Countries
  disabled: boolean
  value: string
  onChange: (value: string) => void
}) {
  const { name, countries, disabled, value, onChange } = props
  const control = {
    label: COMPANY_FIELDS[name],
    hint: HINTS[name],
    disabled,
    value,
    required: NEEDED.has(name),
  }
  if (name === 'country')
    return (
      <Select {...control} onChange={(event) => onChange(event.target.value)}>
        {countries.map(({ code, name: countryName }) => (
          <option key={code} value={code}>
            {countryName}
          </option>
        ))}
      </Select>
    )
  return (
    <Field
      {...control}
      type={name === 'supportEmail' ? 'email' : 'text'}
      maxLength={name === 'shopName' ? 40 : 300}
      onChange={(event) => onChange(event.target.value)}
    />
  )
}
