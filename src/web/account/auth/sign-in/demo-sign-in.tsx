import { useState } from 'react'
import { call, explainError } from '#web/app/calls/api.ts'
import { toast } from '#web/app/toast.ts'
import { readDeviceKey } from '../codes/device-key.ts'
import type { SignInOptionsData } from '../social/social-types.ts'
import { useCompleteSignIn } from './use-complete-sign-in.ts'

type DemoData = NonNullable<SignInOptionsData['demo']>

const ROLES: Readonly<
  Record<DemoData['accounts'][number]['role'], Readonly<{ name: string; about: string }>>
> = {
  shopper: { name: 'Shopper', about: 'orders, reviews, chat' },
  supplier: { name: 'Supplier', about: 'orders to pack, money' },
  vendor: { name: 'Vendor', about: 'a store of one’s own' },
  operator: { name: 'Operator', about: 'the whole marketplace' },
  catalogue: { name: 'Catalogue member', about: 'products of a team' },
  packing: { name: 'Packing member', about: 'parcels and labels of a team' },
  finance: { name: 'Finance member', about: 'payouts of a team' },
}

/** Renders the buttons that sign in to a demo account with one click. Without the demo, this file is not loaded. */
export function DemoSignIn({ demo, next }: { demo: DemoData; next: string | undefined }) {
  const [busy, setBusy] = useState<string>()
  const signedIn = useCompleteSignIn(next ?? '/dashboard')

  async function signIn(email: string): Promise<void> {
    setBusy(email)
    try {
      const body = { data: { email, password: demo.password } }
      signedIn(await call('POST /users/login', { body }, { deviceKey: readDeviceKey() }))
    } catch (error) {
      toast.error(explainError(error, 'We couldn’t sign you in. Please try again in a moment.'))
      setBusy(undefined)
    }
  }

  return (
    <section aria-labelledby="demo-sign-in" className="mt-8 rounded-md bg-mist p-4">
      <h2 id="demo-sign-in" className="text-sm font-semibold">
        Look around the demo
      </h2>
      <p className="mt-1 text-xs text-ink-soft">
        Sign in as one of these with one click. This is here in development only.
      </p>
      <ul className="mt-3 grid grid-cols-2 gap-2">
        {demo.accounts.map(({ role, email }) => (
          <li key={role}>
            <button
              type="button"
              disabled={busy !== undefined}
              aria-busy={busy === email || undefined}
              onClick={() => void signIn(email)}
              className="w-full rounded-md border border-line-strong bg-sheet px-3 py-2 text-start hover:border-ink disabled:cursor-not-allowed aria-busy:cursor-progress"
            >
              <span className="block text-sm font-semibold">{ROLES[role].name}</span>
              <span className="block text-xs text-ink-soft">{ROLES[role].about}</span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}
