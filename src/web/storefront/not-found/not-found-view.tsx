import { ButtonLink } from '#web/ui/button.tsx'

/** Renders the text of the 404 page (NF-01 to NF-03). */
export function NotFoundView() {
  return (
    <section className="page-width grid justify-items-center gap-5 py-24 text-center md:py-40">
      <p className="eyebrow">Error 404</p>
      <span aria-hidden="true" className="h-px w-12 bg-gold" />
      <h1 className="text-3xl">Page not found</h1>
      <p className="max-w-md text-ink-soft">
        Sorry, the page you are looking for doesn't exist or has been removed.
      </p>
      <ButtonLink href="/" className="mt-4">
        Back to home
      </ButtonLink>
    </section>
  )
}
