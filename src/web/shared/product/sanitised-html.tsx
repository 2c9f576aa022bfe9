/**
 * Renders text with its tags. Only for what the server has sanitised when it came in (descriptions of products):
 * this is the one place of the web that sets HTML.
 */
export function SanitisedHtml({ html, className }: { html: string; className: string }) {
  return <div className={className} dangerouslySetInnerHTML={{ __html: html }} />
}
