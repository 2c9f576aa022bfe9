import { type ComponentType, type ReactNode, Suspense } from 'react'
import type { Permission } from '#core/access/permissions.ts'
import { pageNotFound } from '#web/app/router/navigation.ts'
import { type Page, page } from '#web/app/router/page.ts'
import type { StoredUser } from '#web/app/session/session.ts'
import { SkeletonRows } from '#web/console/data/console-data.tsx'

/** The properties of a console section: the ID in its address, its query, and the signed-in user. */
export type SectionProps = Readonly<{
  id: string
  search: Readonly<Record<string, string>>
  user: StoredUser
}>

/** A section of a console. */
type Section<Needs extends Permission> = Readonly<{
  title: string
  /** The entry of the navigation to which it belongs. */
  current: string
  /** The permission that the section needs; a role without it gets a message instead. */
  needs?: Needs
  View: ComponentType<SectionProps>
}>

/** The sections of a console by their address below its home; `*` is an ID. */
export type Sections<Needs extends Permission = Permission> = Readonly<Record<string, Section<Needs>>>

/** The properties of a console's frame. */
export type FrameProps<Needs extends Permission = Permission> = Readonly<{
  current: string
  /** The permission that the page needs. */
  needs?: Needs | undefined
  children: (user: StoredUser) => ReactNode
}>

type Address = Readonly<{ section: string; id: string }>

/** Returns the page of a console. Its frame stays mounted when the section changes. */
export function consolePage<Needs extends Permission>({
  sections,
  description,
  Frame,
}: Readonly<{
  sections: Sections<Needs>
  description: string
  Frame: ComponentType<FrameProps<Needs>>
}>): Page<Address> {
  return page<Address>({
    load({ params }) {
      const [name = '', id = '', ...more] = (params['_splat'] ?? '').replace(/\/$/, '').split('/')
      const section = id === '' ? name : `${name}/*`
      if (more.length > 0 || !Object.hasOwn(sections, section)) throw pageNotFound()
      return Promise.resolve({ section, id })
    },
    head: ({ section }) => ({ title: sections[section]?.title ?? 'Dashboard', description, isPrivate: true }),
    View({ data: { section, id }, search }) {
      const found = sections[section]
      if (!found) return null
      const { current, needs, View } = found
      return (
        <Frame current={current} needs={needs}>
          {(user) => (
            <Suspense fallback={<SkeletonRows />}>
              <View key={`${section} ${id}`} id={id} search={search} user={user} />
            </Suspense>
          )}
        </Frame>
      )
    },
  })
}
