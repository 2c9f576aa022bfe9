import { useEffect, useRef, useState } from 'react'

/** The width of a phone and the minimum height of a preview, in pixels. */
const WIDTH = 360
const MIN_HEIGHT = 240

/**
 * Renders the HTML of an email in a frame without scripts. The page's policy forbids style attributes in markup, so
 * they are parsed under another name and set individually.
 */
export function EmailFrame({ html }: { html: string }) {
  const frame = useRef<HTMLIFrameElement>(null)
  const [height, setHeight] = useState(MIN_HEIGHT)
  useEffect(() => {
    const target = frame.current?.contentDocument
    if (!target) return
    showEmail(target, html)
    setHeight(Math.max(MIN_HEIGHT, target.documentElement.scrollHeight))
  }, [html])
  return (
    <iframe
      ref={frame}
      title="Preview of the email"
      sandbox="allow-same-origin"
      width={WIDTH}
      height={height}
      className="mx-auto max-w-full rounded-md border border-line bg-white"
    />
  )
}

function showEmail(target: Document, html: string): void {
  // The email's texts have escaped quotation marks, so this only matches in tags.
  const source = new DOMParser().parseFromString(html.replaceAll(' style="', ' data-style="'), 'text/html')
  // Links of a preview are disabled.
  for (const link of source.querySelectorAll('a')) link.removeAttribute('href')
  target.body.replaceChildren(...[...source.body.childNodes].map((node) => target.importNode(node, true)))
  target.body.style.margin = '0'
  for (const element of target.querySelectorAll<HTMLElement>('[data-style]'))
    element.style.cssText = element.dataset['style'] ?? ''
}
