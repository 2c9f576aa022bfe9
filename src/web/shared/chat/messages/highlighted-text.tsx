import type { TextSegment } from './text-segments.ts'

/** Renders segments of text: URLs as links, matches of the search highlighted. Never HTML. */
export function HighlightedText({ segments }: { segments: readonly TextSegment[] }) {
  return segments.map(({ text, href, isFound }, place) => {
    const content = isFound ? (
      <mark className="rounded-sm bg-accent px-0.5 text-on-accent">{text}</mark>
    ) : (
      text
    )
    // Segments have no ids, and their order never changes.
    const key = `${place} ${text}`
    if (!href) return <span key={key}>{content}</span>
    return (
      <a key={key} href={href} target="_blank" rel="noopener nofollow ugc" className="text-link">
        {content}
      </a>
    )
  })
}
