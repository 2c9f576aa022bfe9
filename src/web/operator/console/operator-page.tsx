import { Suspense } from 'react'
import { pageNotFound } from '#web/app/router/navigation.ts'
import { page, type ViewProps } from '#web/app/router/page.ts'
import { SkeletonRows } from '#web/console/data/console-data.tsx'
import { OperatorFrame } from './operator-frame.tsx'
import { SECTIONS } from './operator-sections.ts'

export type { SectionProps } from './operator-sections.ts'

/** The page of the operator's console: the frame stays while its sections change. */
export const operatorPage = page<{ section: string; id: string }>({
  load({ params }) {
    const [name = '', id = '', ...more] = (params['_splat'] ?? '').replace(/\/$/, '').split('/')
    const section = id === '' ? name : `${name}/*`
    if (more.length > 0 || !Object.hasOwn(SECTIONS, section)) throw pageNotFound()
    return Promise.resolve({ section, id })
  },
  head: ({ section }) => ({
    title: SECTIONS[section]?.title ?? 'Dashboard',
    description: 'The marketplace.',
    isPrivate: true,
  }),
  View: OperatorView,
})

function OperatorView({ data: { section, id }, search }: ViewProps<{ section: string; id: string }>) {
  const found = SECTIONS[section]
  if (!found) return null
  const { current, needs, View } = found
  return (
    <OperatorFrame current={current} needs={needs}>
      {(user) => (
        <Suspense fallback={<SkeletonRows />}>
          <View key={`${section} ${id}`} id={id} search={search} user={user} />
        </Suspense>
      )}
    </OperatorFrame>
  )
}
