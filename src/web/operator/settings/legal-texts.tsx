import { useQuery } from '@tanstack/react-query'
import { call } from '#web/app/calls/api.ts'
import { Loaded, SkeletonRows } from '#web/console/data/console-data.tsx'
import { LEGAL_PAGES } from '#web/content/legal-pages.ts'
import { Link } from '#web/ui/link.tsx'
import { OPERATOR } from '../console/addresses.ts'
import type { SectionProps } from '../console/operator-page.tsx'
import { LegalEditor } from './legal-editor.tsx'
import { SettingsHead } from './settings-head.tsx'

/** Renders the legal texts of the shop, each edited with a preview; the address selects one. */
export function LegalTexts({ search }: SectionProps) {
  const chosen = LEGAL_PAGES.find(({ name }) => name === search['text']) ?? LEGAL_PAGES[0]
  const { name } = chosen
  const query = useQuery({
    queryKey: ['operator', 'settings', 'legal', name],
    queryFn: ({ signal }) =>
      call('GET /operator/settings/legal-texts/{name}', { params: { name } }, { signal }),
    // A reload would replace the user's input.
    refetchOnWindowFocus: false,
  })
  return (
    <>
      <SettingsHead current="legal-texts" />
      <div className="grid grid-cols-1 gap-4 lg:grid-cols-[11rem_minmax(0,1fr)] lg:items-start">
        <nav aria-label="Legal texts" className="overflow-x-auto">
          <ul className="flex gap-1 lg:flex-col">
            {LEGAL_PAGES.map(({ name: one, title }) => (
              <li key={one} className="shrink-0">
                <Link
                  href={`${OPERATOR.legalTexts}?text=${one}`}
                  aria-current={one === name ? 'page' : undefined}
                  className="flex min-h-9 items-center rounded-md px-3 text-sm hover:bg-mist aria-[current]:bg-mist aria-[current]:font-medium max-md:min-h-11"
                >
                  {title}
                </Link>
              </li>
            ))}
          </ul>
        </nav>
        <Loaded query={query} skeleton={<SkeletonRows />}>
          {(data) => (
            <LegalEditor key={`${name} ${data.text.version}`} name={name} href={chosen.href} data={data} />
          )}
        </Loaded>
      </div>
    </>
  )
}
