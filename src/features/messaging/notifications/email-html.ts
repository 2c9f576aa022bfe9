import { createElement as h, type ReactElement } from 'react'
import { Body } from '@react-email/body'
import { Button } from '@react-email/button'
import { Column } from '@react-email/column'
import { Container } from '@react-email/container'
import { Head } from '@react-email/head'
import { Heading } from '@react-email/heading'
import { Hr } from '@react-email/hr'
import { Html } from '@react-email/html'
import { Preview } from '@react-email/preview'
import { Row } from '@react-email/row'
import { Section } from '@react-email/section'
import { Text } from '@react-email/text'
import { renderToStaticMarkup } from 'react-dom/server'
import type { EmailContent, EmailTable } from './email.ts'
import { renderEmailProducts } from './email-products.ts'

const INK = '#1c1a17'
const MUTED = '#6d665c'
const SANS = "'Instrument Sans', 'Helvetica Neue', Arial, sans-serif"
const textStyle = { color: INK, fontFamily: SANS, fontSize: '15px', lineHeight: '24px' }

/** Renders the email as HTML in the marketplace's design, with a placeholder for the shop's name or logo. */
export function renderEmailHtml(content: EmailContent, shopNameMark: string): string {
  return `<!DOCTYPE html>${renderToStaticMarkup(renderEmailElement(content, shopNameMark))}`
}

function renderEmailElement(content: EmailContent, shopNameMark: string): ReactElement {
  return h(
    Html,
    { lang: 'en', dir: 'ltr' },
    h(Head, null),
    h(Preview, null, content.preview),
    h(
      Body,
      { style: { backgroundColor: '#f6f2ec', margin: 0, padding: '32px 0' } },
      h(
        Container,
        { style: { backgroundColor: '#fffdfa', maxWidth: '560px', padding: '40px 36px' } },
        h(
          Text,
          { style: { ...textStyle, letterSpacing: '3px', fontSize: '13px', textTransform: 'uppercase' } },
          shopNameMark,
        ),
        h(
          Heading,
          { style: { color: INK, fontFamily: 'Georgia, serif', fontWeight: 400, fontSize: '28px' } },
          content.heading,
        ),
        ...content.paragraphs.map((line, index) => h(Text, { key: index, style: textStyle }, line)),
        ...content.tables.map((table, index) => h(EmailSection, { key: index, ...table })),
        content.products ? renderEmailProducts(content.products, { text: textStyle, quiet: MUTED }) : null,
        content.quote === undefined ? null : renderQuote(content.quote),
        content.code === undefined ? null : renderCode(content.code),
        content.action ? renderActionButton(content.action) : null,
        h(Hr, { style: { borderColor: '#e4ddd2', margin: '28px 0 12px' } }),
        ...content.closing.map((line, index) =>
          h(
            Text,
            { key: index, style: { ...textStyle, color: MUTED, fontSize: '13px', lineHeight: '20px' } },
            line,
          ),
        ),
        content.unsubscribeUrl === undefined ? null : renderUnsubscribeLink(content.unsubscribeUrl),
      ),
    ),
  )
}

function EmailSection({ title, rows }: { title: string; rows: EmailTable }): ReactElement {
  return h(
    Section,
    { style: { margin: '20px 0' } },
    h(Text, { style: { ...textStyle, color: MUTED, fontSize: '13px', margin: '0 0 6px' } }, title),
    ...rows.map((row, index) => {
      const style = { ...textStyle, margin: '4px 0', fontWeight: row.strong ? 600 : 400 }
      const note = row.note ? h('span', { style: { color: MUTED } }, ` · ${row.note}`) : null
      const left = h(Column, { key: 'left' }, h(Text, { style }, row.left, note))
      const right = h(
        Column,
        { key: 'right', align: 'right', style: { width: '110px' } },
        h(Text, { style }, row.right),
      )
      return h(Row, { key: index, children: [left, right] })
    }),
  )
}

/** Renders line breaks as elements, because email programs differ in whether they preserve those of a text. */
function renderQuote(quote: string): ReactElement {
  const style = {
    ...textStyle,
    margin: 0,
    paddingLeft: '16px',
    borderLeft: '2px solid #a9812f',
    ...WORD_BREAK,
  }
  const lines = quote
    .split('\n')
    .flatMap((line, index) => (index === 0 ? [line] : [h('br', { key: index }), line]))
  return h(Section, { style: { margin: '20px 0' } }, h(Text, { style }, ...lines))
}

/** Breaks words that are longer than a line, so that an email never scrolls sideways. */
const WORD_BREAK = { overflowWrap: 'anywhere', wordBreak: 'break-word' } as const

function renderCode(code: string): ReactElement {
  const size = { fontSize: '34px', lineHeight: '44px', letterSpacing: '8px', fontWeight: 600 }
  return h(Text, { style: { ...textStyle, ...size, margin: '24px 0' } }, code)
}

function renderUnsubscribeLink(url: string): ReactElement {
  const style = { ...textStyle, color: MUTED, fontSize: '13px', lineHeight: '20px' }
  return h(Text, { style }, h('a', { href: url, style: { color: MUTED } }, 'Unsubscribe'))
}

function renderActionButton({ label, url }: { label: string; url: string }): ReactElement {
  const style = {
    backgroundColor: '#0f4c3a',
    color: '#ffffff',
    fontFamily: SANS,
    fontSize: '15px',
    padding: '14px 26px',
    borderRadius: '2px',
  }
  return h(Section, { style: { margin: '28px 0 8px' } }, h(Button, { href: url, style }, label))
}
