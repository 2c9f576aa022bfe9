import { RouterContextProvider } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { createCall } from '#web/app/calls/api.ts'
import { createAppRouter } from '#web/app/router/router.tsx'

/** Renders an element inside the shop as HTML, so that links know their router. It may not call the server. */
export function renderHtml(element: ReactNode): string {
  const call = createCall({ send: () => Promise.reject(new Error('views do not call the server')) })
  return renderToStaticMarkup(
    <RouterContextProvider router={createAppRouter({ call, origin: 'http://shop.test' })}>
      {element}
    </RouterContextProvider>,
  )
}

/** Returns the text of HTML as a screen reader reads it: without tags, entities and doubled spaces. */
export function toText(html: string): string {
  return html
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll('&#x27;', "'")
    .replaceAll('&amp;', '&')
    .replaceAll(/\s+/g, ' ')
    .trim()
}

/** Returns the opening tags of all elements with that name, in their order. */
export function findTags(html: string, name: string): string[] {
  return html.match(new RegExp(`<${name}(?=[ >/])[^>]*>`, 'g')) ?? []
}
