/**
 * Renders text with its HTML tags. Use it only for text that the server sanitised on input (product descriptions): this
 * is the only component that sets HTML.
 */
export function SanitisedHtml({ html, className }: { html: string; className: string }) {
  return <div className={className} dangerouslySetInnerHTML={{ __html: html }} />
}
