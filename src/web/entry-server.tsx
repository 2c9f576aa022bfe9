import { HeadContent, RouterContextProvider, Scripts } from '@tanstack/react-router'
import type { AnyRouter } from '@tanstack/react-router'
import {
  createRequestHandler,
  getSsrStatus,
  RouterServer,
  transformHtmlStringWithRouter,
} from '@tanstack/react-router/ssr/server'
import type { ReactNode } from 'react'
import { renderToStaticMarkup, renderToString } from 'react-dom/server'
import { createCall } from './api.ts'
import { createShopRouter } from './router.tsx'

/** A page as text. `sources` are the files below `src/web` that draw it. */
export type RenderedPage = Readonly<{
  status: number
  html: string
  location: string | undefined
  sources: readonly string[]
}>

/** How a page asks the server for its data: the application itself, in process. */
export type Send = (path: string, init: RequestInit) => Promise<Response>

/** What a page is drawn from; `origin` is the shop's public address, for what other sites are told. */
export type RenderOptions = Readonly<{
  request: Request
  send: Send
  origin: string
  log: (text: string, error: unknown) => void
}>

/** Draws the page of a request to a string; for `main/pages.ts`, which finishes it. */
export async function renderPage({ request, send, origin, log }: RenderOptions): Promise<RenderedPage> {
  const call = createCall({ send, log })
  const sources: string[] = []
  let html = ''
  const handle = createRequestHandler({ request, createRouter: () => createShopRouter({ call, origin }) })
  const response = await handle(async ({ router, responseHeaders }) => {
    for (const match of router.stores.matches.get()) {
      const { source } = match.staticData
      if (source) sources.push(source)
      if (match.status === 'error') log(`${match.pathname} could not be loaded`, match.error)
    }
    // Kept as text: a quarter of a megabyte through a Response and back costs a millisecond.
    html = await transformHtmlStringWithRouter(router, documentOf(router))
    return new Response(null, { status: getSsrStatus(router), headers: responseHeaders })
  })
  return { status: response.status, html, location: response.headers.get('location') ?? undefined, sources }
}

/**
 * The document around the app; the router puts the doctype before it. Only what is in `#app` wakes up in the browser: so the browser needs no code for the
 * head, and what extensions do to it breaks nothing. The app is drawn on its own, so that ids made by it agree.
 */
function documentOf(router: AnyRouter): string {
  const app = renderToString(<RouterServer router={router} />)
  const head = within(router, <HeadContent />)
  const scripts = within(router, <Scripts />)
  return `<html lang="en"><head>${HEAD}${head}</head><body><div id="app">${app}</div>${scripts}</body></html>`
}

function within(router: AnyRouter, part: ReactNode): string {
  return renderToStaticMarkup(<RouterContextProvider router={router}>{part}</RouterContextProvider>)
}

const HEAD =
  '<meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">' +
  '<meta name="theme-color" content="#fbf9f5" media="(prefers-color-scheme: light)">' +
  '<meta name="theme-color" content="#171512" media="(prefers-color-scheme: dark)">' +
  '<link rel="icon" href="/favicon.svg" type="image/svg+xml">'
