import { toast } from '#web/app/toast.ts'
import { Button } from '#web/ui/button.tsx'

/** Renders new recovery codes, shown only once, with ways to save them; `onDone` closes them. */
export function RecoveryCodes({ codes, onDone }: { codes: readonly string[]; onDone: () => void }) {
  const text = codes.join('\n')

  async function copy(): Promise<void> {
    try {
      await navigator.clipboard.writeText(text)
      toast.success('Recovery codes copied.')
    } catch {
      toast.error('Your browser doesn’t allow copying. Select the codes instead.')
    }
  }

  return (
    <div className="flex flex-col gap-5">
      <p className="max-w-prose text-sm text-ink-soft">
        Each code signs you in once if you don’t have your phone. Keep them where only you can find them, such
        as a password manager. We can’t show them again.
      </p>
      <ul
        aria-label="Recovery codes"
        className="grid gap-x-8 gap-y-2 rounded-md bg-mist p-5 font-mono text-sm sm:grid-cols-2"
      >
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-3">
        <Button onClick={onDone}>I’ve saved these codes</Button>
        <Button variant="outline" onClick={() => void copy()}>
          Copy codes
        </Button>
        <a
          href={`data:text/plain;charset=utf-8,${encodeURIComponent(`${text}\n`)}`}
          download="recovery-codes.txt"
          className="text-link inline-flex min-h-11 items-center px-2 text-sm"
        >
          Download as a file
        </a>
      </div>
    </div>
  )
}
