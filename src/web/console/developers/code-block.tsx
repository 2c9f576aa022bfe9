import { Copy } from 'lucide'
import { toast } from '#web/app/toast.ts'
import { Action } from '../parts/button.tsx'

/** Renders a text to copy, such as a key or a program. */
export function CodeBlock({ label, text }: { label: string; text: string }) {
  async function copy(): Promise<void> {
    try {
      await navigator.clipboard.writeText(text)
      toast.success('Copied.')
    } catch {
      toast.error('Your browser doesn’t allow copying. Select the text and copy it yourself.')
    }
  }

  return (
    <figure className="overflow-hidden rounded-md border border-line">
      <figcaption className="flex items-center justify-between gap-2 border-b border-line bg-mist px-3 py-1.5 text-xs text-ink-soft">
        <span className="min-w-0 wrap-anywhere">{label}</span>
        <Action isSmall variant="quiet" icon={Copy} aria-label={`Copy: ${label}`} onClick={() => void copy()}>
          Copy
        </Action>
      </figcaption>
      <pre className="p-3 font-mono text-xs leading-5 wrap-anywhere whitespace-pre-wrap">{text}</pre>
    </figure>
  )
}
