import type { ReactNode } from 'react'
import type { Company } from '#core/company.ts'
import type { RejectedForm } from '#platform/http/calls/endpoint.ts'
import type { Call } from '../calls/api.ts'

/** The context of a page: the parameters of its path and its query, as plain texts. */
export type PageContext = Readonly<{
  call: Call
  params: Readonly<Record<string, string>>
  search: Readonly<Record<string, string>>
  /** The plain form that was posted to this page and refused; only where the server draws the answer to it. */
  posted?: RejectedForm | undefined
}>

/**
 * The content of the document's head. `title` is without the shop's name, which follows it, or precedes one that
 * begins with a space.
 */
export type PageHead = Readonly<{
  title: string
  description?: string
  /** Address path of the picture that other sites show for this page, 1,200 by 630 pixels, the shop's own where there is none; `imageAlt` says what it shows. */
  image?: string | undefined
  imageAlt?: string
  /** The path (and query) under which this page should be found, where there are several. */
  canonical?: string
  /** Structured data (schema.org) about what the page shows; `origin` makes its addresses whole. */
  jsonLd?: object | ((origin: string, company: Company) => object)
  /** The price of a product, in dollars as text, for other sites. */
  price?: string
  /** True for pages of one user or purchase: search engines leave them out, and they are never cached. */
  isPrivate?: boolean
  /** True for pages that anybody may see, but search engines leave out. */
  isUnlisted?: boolean
  /** The status with which the server answers, where `load` gave data and it is not 200. */
  status?: 400 | 410 | 503
}>

/** The properties of a view: the data of its loader, and its address. */
export type ViewProps<Data> = Readonly<{
  data: Data
  params: Readonly<Record<string, string>>
  search: Readonly<Record<string, string>>
}>

/**
 * A page of the shop. `load` awaits what the page is nothing without, on the server in process and in the browser
 * by fetch; throwing `pageNotFound()` there gives the 404 page. `Pending` is the page's skeleton.
 */
export type Page<Data = unknown> = Readonly<{
  load?(context: PageContext): Promise<Data>
  head(data: Data, context: Pick<PageContext, 'params' | 'search'>): PageHead
  View(props: ViewProps<Data>): ReactNode
  /** Shown instead of the 404 page when `load` threw `pageNotFound(message)`. */
  Missing?(props: { message: string | undefined }): ReactNode
  Pending?(): ReactNode
}>

/** Declares a page whose `head` and `View` are given what `load` gives. */
export function page<Data>(definition: Page<Data>): Page<Data> {
  return definition
}

/** Returns the parameters of an address as plain texts; of one that is given several times the last counts. */
export function toTexts(values: unknown): Record<string, string> {
  if (typeof values !== 'object' || values === null) return {}
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      String(Array.isArray(value) ? value.at(-1) : value),
    ]),
  )
}
