import { Action } from '../parts/button.tsx'
import { ConsoleDialog } from '../parts/dialog.tsx'
import { CodeBlock } from './code-block.tsx'

/** A key or signing secret that is displayed only once. */
export type NewSecret = Readonly<{ title: string; label: string; text: string }>

/** Renders a secret to copy, displayed only once; only its button closes the dialog, to prevent closing by mistake. */
export function SecretDialog({ secret, onClose }: { secret: NewSecret | undefined; onClose: () => void }) {
  return (
    <ConsoleDialog
      isOpen={secret !== undefined}
      onClose={onClose}
      title={secret?.title ?? ''}
      text="Copy it now and store it where only your server can read it. It isn’t shown again."
    >
      {secret && <CodeBlock label={secret.label} text={secret.text} />}
      <div className="mt-4 flex justify-end">
        <Action variant="primary" onClick={onClose}>
          I’ve stored it
        </Action>
      </div>
    </ConsoleDialog>
  )
}
