import { Link2, Mail } from 'lucide'
import { Icon } from '#web/ui/icon.tsx'
import { useRef } from 'react'
import { toast } from '#web/app/toast.ts'

/** Renders the address of a product, to copy or to email; a toast confirms copying. */
export function ShareSheet({ title, url, onDone }: { title: string; url: string; onDone: () => void }) {
  const address = useRef<HTMLInputElement>(null)

  async function copy(): Promise<void> {
    try {
      await navigator.clipboard.writeText(url)
      toast.success('Link copied')
      onDone()
    } catch {
      // Copying may be forbidden: then the address is selected, so that the shopper can copy it.
      address.current?.select()
      toast.error('We couldn’t copy the link. It’s selected, so you can copy it yourself.')
    }
  }

  return (
    <div
      role="group"
      aria-label="Share this product"
      className="sheet absolute end-0 top-full z-10 mt-2 w-72 p-2"
    >
      <button type="button" className={ROW} onClick={() => void copy()}>
        <Icon shapes={Link2} aria-hidden="true" className="size-4" strokeWidth={1.5} />
        Copy link
      </button>
      <a className={ROW} href={mailtoHref(title, url)} onClick={onDone}>
        <Icon shapes={Mail} aria-hidden="true" className="size-4" strokeWidth={1.5} />
        Send by email
      </a>
      <input
        ref={address}
        readOnly
        value={url}
        aria-label="Product link"
        onFocus={(event) => event.currentTarget.select()}
        className="mt-1 min-h-9 w-full rounded-md bg-mist px-3 text-xs text-ink-soft"
      />
    </div>
  )
}

const ROW =
  'flex min-h-10 w-full items-center gap-3 rounded-md px-3 text-start text-sm text-ink hover:bg-mist'

function mailtoHref(title: string, url: string): string {
  return `mailto:?subject=${encodeURIComponent(title)}&body=${encodeURIComponent(`${title}\n${url}`)}`
}
