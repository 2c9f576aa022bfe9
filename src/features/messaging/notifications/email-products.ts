import { createElement as h, type CSSProperties, type ReactElement } from 'react'
import { Column } from '@react-email/column'
import { Row } from '@react-email/row'
import { Section } from '@react-email/section'
import type { EmailProduct } from './plain-products.ts'

/** The width of square pictures in pixels; email programs need it as a number. */
const PICTURE_PX = 96

/**
 * Renders products one below the other, each with its picture. `text` is the email's own style, `quiet` its colour for
 * secondary text.
 */
export function renderEmailProducts(
  products: readonly EmailProduct[],
  { text, quiet }: Readonly<{ text: CSSProperties; quiet: string }>,
): ReactElement {
  return h(
    Section,
    { style: { margin: '20px 0' } },
    ...products.map((product, index) =>
      h(Row, { key: index, children: renderCells(product, { text, quiet }) }),
    ),
  )
}

function renderCells(
  { name, price, note, url, imageUrl }: EmailProduct,
  { text, quiet }: Readonly<{ text: CSSProperties; quiet: string }>,
): ReactElement[] {
  const cell = { padding: '8px 0', verticalAlign: 'top' }
  const picture = imageUrl ? h('a', { href: url }, renderImage(imageUrl, name)) : null
  return [
    h(Column, { key: 'picture', style: { ...cell, width: `${PICTURE_PX + 16}px` } }, picture),
    h(
      Column,
      { key: 'words', style: { ...cell, ...text } },
      h('a', { href: url, style: { color: text.color, textDecoration: 'underline' } }, name),
      h('br'),
      price,
      ...(note ? [h('br', { key: 'line' }), h('span', { key: 'note', style: { color: quiet } }, note)] : []),
    ),
  ]
}

function renderImage(src: string, alt: string): ReactElement {
  const style = { display: 'block', border: 0, backgroundColor: '#efe9e0' }
  return h('img', { src, alt, width: PICTURE_PX, height: PICTURE_PX, style })
}
