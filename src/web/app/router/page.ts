import type { ReactNode } from 'react'
import type { Company } from '#core/company/company.ts'
import type { RejectedForm } from '#platform/http/calls/endpoint.ts'
import type { Call } from '../calls/api.ts'

/** The context of a page: the parameters of its path and its query, as plain texts. */
export type PageContext = Readonly<{
  call: Call
  params: Readonly<Record<string, string>>
  search: Readonly<Record<string, string>>
  /** The refused form that was posted to this page; only while the server renders the response. */
  posted?: RejectedForm | undefined
}>

/**
 * The content of the document's head. `title` excludes the shop's name, which is appended, or prepended to a title
 * that begins with a space.
 */
export type PageHead = Readonly<{
  title: string
  description?: string
  /**
   * The path of the social preview, 1,200 by 630 pixels, by default the shop's own picture; `imageAlt` describes it.
   */
  image?: string | undefined
  imageAlt?: string
  /** The canonical path (and query), if the page has several addresses. */
  canonical?: string
  /** Structured data (schema.org) about the page's content; `origin` makes its URLs absolute. */
  jsonLd?: object | ((origin: string, company: Company) => object)
  /** The price of a product, in dollars as text, for other sites. */
  price?: string
  /** True for pages of one user or purchase: search engines must not index them, and they are never cached. */
  isPrivate?: boolean
  /** True for public pages that search engines must not index. */
  isUnlisted?: boolean
  /** The status of the server's response if `load` succeeded and it is not 200. */
  status?: 400 | 410 | 503
}>

/** The properties of a view: the data of its loader, and its address. */
export type ViewProps<Data> = Readonly<{
  data: Data
  params: Readonly<Record<string, string>>
  search: Readonly<Record<string, string>>
}>

/**
 * A page of the shop. `load` awaits the page's required data, on the server in process and in the browser by fetch;
 * throwing `pageNotFound()` there gives the 404 page. `Pending` is the page's skeleton.
 */
export type Page<Data = unknown> = Readonly<{
  load?(context: PageContext): Promise<Data>
  head(data: Data, context: Pick<PageContext, 'params' | 'search'>): PageHead
  View(props: ViewProps<Data>): ReactNode
  /** Shown instead of the 404 page when `load` threw `pageNotFound(message)`. */
  Missing?(props: { message: string | undefined }): ReactNode
  Pending?(): ReactNode
}>

/** Declares a page whose `head` and `View` get the result of `load`. */
export function page<Data>(definition: Page<Data>): Page<Data> {
  return definition
}

/** Returns the parameters of an address as plain texts; of a repeated one, the last value. */
export function toTexts(values: unknown): Record<string, string> {
  if (typeof values !== 'object' || values === null) return {}
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      String(Array.isArray(value) ? value.at(-1) : value),
    ]),
  )
}
