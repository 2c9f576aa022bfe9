import { ImagePlus, X } from 'lucide'
import { Icon } from '#web/ui/icon.tsx'
import { useRef } from 'react'
import type { ClipboardEvent, FormEvent, KeyboardEvent, RefObject } from 'react'
import type { AboutCardData } from '#features/messaging/chat/contract.ts'
import { Button } from '#web/ui/button.tsx'
import { AboutCardView } from '../conversations/about-card-view.tsx'
import { SelectedPictures } from '../pictures/selected-pictures.tsx'
import type { OutgoingContent } from '../chat-storage.ts'
import { HiddenPictureInput } from '../pictures/hidden-picture-input.tsx'
import type { PictureUploads } from '../pictures/use-picture-uploads.ts'

/** The maximum length of a message, as in the contract. */
const MAX_LENGTH = 5_000

/** The properties of the message input. */
type ComposerProps = Readonly<{
  box: RefObject<HTMLTextAreaElement | null>
  text: string
  about: AboutCardData | null
  pictures: PictureUploads
  onText(text: string): void
  onDropAbout(): void
  onSend(content: OutgoingContent): void
  onLeave(): void
}>

/** Renders the input for a message (CHAT-05). Enter sends, Shift+Enter adds a line, Escape leaves the input. */
export function Composer(props: ComposerProps) {
  const { box, text, about, pictures, onText, onDropAbout, onSend, onLeave } = props
  const { chosen } = pictures
  const isBusy = chosen.some(({ picture, problem }) => !picture && !problem)
  const uploaded = chosen.flatMap(({ picture }) => picture ?? [])

  function send(event?: FormEvent): void {
    event?.preventDefault()
    if (isBusy || (text.trim() === '' && uploaded.length === 0)) return box.current?.focus()
    onSend({ text: text.trim(), pictures: uploaded, about })
    pictures.sent()
    box.current?.focus()
  }

  function press(event: KeyboardEvent): void {
    // During text composition (Chinese, Japanese), Enter confirms a candidate.
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Escape') onLeave()
    if (event.key !== 'Enter' || event.shiftKey) return
    event.preventDefault()
    send()
  }

  function paste(event: ClipboardEvent): void {
    const files = [...event.clipboardData.files]
    if (files.length === 0) return
    event.preventDefault()
    pictures.add(files)
  }

  return (
    <form onSubmit={send} className="border-t border-line p-3 md:px-5">
      {about && <AttachedCard about={about} onDrop={onDropAbout} />}
      <SelectedPictures pictures={pictures} />
      <div className="flex items-end gap-2">
        <PictureButton onFiles={pictures.add} />
        <textarea
          ref={box}
          rows={Math.min(6, text.split('\n').length)}
          value={text}
          maxLength={MAX_LENGTH}
          aria-label="Type a message"
          placeholder="Type a message"
          enterKeyHint="send"
          onChange={({ currentTarget }) => onText(currentTarget.value)}
          onKeyDown={press}
          onPaste={paste}
          className="field-sizing-content max-h-40 min-h-11 min-w-0 flex-1 resize-none rounded-md border border-line-strong bg-sheet px-3 py-2.5 text-base leading-6 placeholder:text-ink-soft focus-visible:outline-offset-0"
        />
        <Button type="submit" busy={isBusy} className="max-sm:px-4">
          Send
        </Button>
      </div>
    </form>
  )
}

/** Renders the product or order attached to the message, with a remove button. */
function AttachedCard({ about, onDrop }: { about: AboutCardData; onDrop: () => void }) {
  return (
    <div className="mb-2">
      <AboutCardView about={about}>
        <button
          type="button"
          aria-label="Remove this from the message"
          onClick={onDrop}
          className="grid size-9 shrink-0 place-items-center self-start rounded-full hover:bg-mist"
        >
          <Icon shapes={X} aria-hidden="true" className="size-4" strokeWidth={1.5} />
        </button>
      </AboutCardView>
    </div>
  )
}

function PictureButton({ onFiles }: { onFiles: (files: readonly File[]) => void }) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <HiddenPictureInput ref={input} onFiles={onFiles} />
      <button
        type="button"
        aria-label="Add pictures"
        onClick={() => input.current?.click()}
        className="grid size-11 shrink-0 place-items-center rounded-full hover:bg-mist"
      >
        <Icon shapes={ImagePlus} aria-hidden="true" className="size-5" strokeWidth={1.5} />
      </button>
    </>
  )
}
