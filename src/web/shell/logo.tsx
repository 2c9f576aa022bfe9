import { useCompany } from '#web/app/document/company.ts'
import { Link } from '#web/ui/link.tsx'

/** Renders the shop's logo, or its name with a stone, as a link home. */
export function Logo({ className = '' }: { className?: string }) {
  const { shopName, logo } = useCompany()
  return (
    <Link href="/" className={`inline-flex min-h-11 items-center gap-2.5 ${className}`}>
      {logo ? (
        <img {...logo} alt={shopName} className="h-8 w-auto" />
      ) : (
        <>
          <svg viewBox="0 0 28 24" aria-hidden="true" className="h-5 w-6">
            <ellipse
              cx="14"
              cy="12"
              rx="12.5"
              ry="10.5"
              className="fill-accent stroke-gold"
              strokeWidth="1.2"
            />
            <path
              d="M6.5 9.5c1.8-2.7 5.2-4.3 9-4.1"
              fill="none"
              className="stroke-on-accent"
              strokeWidth="1.4"
              strokeLinecap="round"
              opacity=".75"
            />
          </svg>
          <span className="font-display text-[1.625rem] leading-none tracking-[-0.03em]">{shopName}</span>
        </>
      )}
    </Link>
  )
}
