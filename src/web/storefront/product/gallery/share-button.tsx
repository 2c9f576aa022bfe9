import { Share2 } from 'lucide'
import { Icon } from '#web/ui/icon.tsx'
import { Suspense, useRef, useState } from 'react'
import { lazyComponent } from '#web/shared/loading/lazy-component.tsx'
import { useCloseOutside } from '#web/ui/use-close-outside.ts'

/** Loaded if the browser has no share sheet of its own. */
const ShareSheet = lazyComponent(async () => (await import('./share-sheet.tsx')).ShareSheet)

/**
 * Renders the button that shares a product's address. It uses the device's share sheet if there is one, else a link to
 * copy or to email.
 */
export function ShareButton({ title, href }: { title: string; href: string }) {
  const [isOpen, setOpen] = useState(false)
  const root = useRef<HTMLDivElement>(null)
  const opener = useRef<HTMLButtonElement>(null)
  useCloseOutside(root, isOpen, () => setOpen(false))

  async function share(): Promise<void> {
    if (!('share' in navigator)) return setOpen(!isOpen)
    try {
      await navigator.share({ title, url: location.origin + href })
    } catch (error) {
      // Closing the device's share sheet is not an error.
      if (!(error instanceof DOMException && error.name === 'AbortError')) setOpen(true)
    }
  }

  function close(): void {
    setOpen(false)
    opener.current?.focus()
  }

  return (
    <div
      ref={root}
      className="needs-script relative"
      onKeyDown={(event) => event.key === 'Escape' && isOpen && close()}
    >
      <button
        ref={opener}
        type="button"
        aria-expanded={isOpen}
        onClick={() => void share()}
        className="inline-flex min-h-9 items-center gap-2 text-sm text-ink-soft hover:text-ink"
      >
        <Icon shapes={Share2} aria-hidden="true" className="size-4" strokeWidth={1.5} />
        Share
      </button>
      {isOpen && (
        <Suspense>
          <ShareSheet title={title} url={location.origin + href} onDone={close} />
        </Suspense>
      )}
    </div>
  )
}
