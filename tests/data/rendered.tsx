import { RouterContextProvider } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { createCall } from '#web/app/calls/api.ts'
import { createAppRouter } from '#web/app/router/router.tsx'

/** The HTML of something drawn inside the shop, so that links know their router. It may not call the server. */
export function renderHtml(element: ReactNode): string {
  const call = createCall({ send: () => Promise.reject(new Error('views do not call the server')) })
  return renderToStaticMarkup(
    <RouterContextProvider router={createAppRouter({ call, origin: 'http://shop.test' })}>
      {element}
    </RouterContextProvider>,
  )
}

/** The words of HTML as a reader hears them: without tags, entities and doubled spaces. */
export function toText(html: string): string {
  return html
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll('&#x27;', "'")
    .replaceAll('&amp;', '&')
    .replaceAll(/\s+/g, ' ')
    .trim()
}

/** The opening tags of all elements with that name, in their order. */
export function findTags(html: string, name: string): string[] {
  return html.match(new RegExp(`<${name}(?=[ >/])[^>]*>`, 'g')) ?? []
}
