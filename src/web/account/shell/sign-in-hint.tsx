import { ButtonLink } from '#web/ui/button.tsx'

/** What a page of the account shows to whoever is not signed in: how to get to it. `back` is where one then comes back to. */
export function SignInHint({ back }: { back: string }) {
  const next = `next=${encodeURIComponent(back)}`
  return (
    <section className="page-width flex flex-col items-start gap-4 pt-14 pb-20 md:pt-24 md:pb-32">
      <h1 className="text-2xl">Sign in to see your account</h1>
      <p className="max-w-prose text-ink-soft">
        Your orders, addresses and settings are kept in your account. An order that you placed as a guest
        opens by the link in its confirmation e-mail.
      </p>
      <div className="mt-4 flex flex-wrap gap-3">
        <ButtonLink href={`/login?${next}`}>Sign In</ButtonLink>
        <ButtonLink href={`/signup?${next}`} look="outline">
          Sign Up
        </ButtonLink>
      </div>
    </section>
  )
}
