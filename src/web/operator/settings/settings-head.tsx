import { PageHead } from '#web/console/frame/page-head.tsx'
import { ViewTabs } from '#web/console/table/table-tools.tsx'
import { OPERATOR } from '../console/addresses.ts'

const TABS = [
  { id: 'setup', label: 'Setup', href: OPERATOR.setup },
  { id: 'company', label: 'Shop and company', href: OPERATOR.company },
  { id: 'issuer', label: 'Issuer of documents', href: OPERATOR.settings },
  { id: 'legal-texts', label: 'Legal texts', href: OPERATOR.legalTexts },
  { id: 'emails', label: 'Emails', href: OPERATOR.emails },
  { id: 'countries', label: 'Countries', href: OPERATOR.countries },
  { id: 'deadlines', label: 'Deadlines', href: OPERATOR.deadlines },
  { id: 'payment-methods', label: 'Payment methods', href: OPERATOR.paymentMethods },
  { id: 'fees', label: 'Fees and currency', href: OPERATOR.fees },
] as const

/** Renders the head of the settings pages, with links between them. */
export function SettingsHead({ current }: { current: (typeof TABS)[number]['id'] }) {
  return (
    <>
      <PageHead title="Settings" />
      <div className="mb-4">
        <ViewTabs label="Settings" current={current} tabs={TABS} />
      </div>
    </>
  )
}
