import { useCompany } from '#web/app/company.ts'
import { SHOP_NAME } from '#web/app/head.ts'

/** On paper alone: who the receipt is from. On the screen the page's own header says it. */
export function ReceiptHead() {
  const { lines, supportEmail } = useCompany()
  return (
    <div
      aria-hidden="true"
      className="mb-8 hidden items-end justify-between border-b border-line pb-5 print:flex"
    >
      <p className="font-display text-2xl">{SHOP_NAME}</p>
      <p className="text-right text-xs">
        {[...lines, supportEmail].map((line) => (
          <span key={line} className="block">
            {line}
          </span>
        ))}
      </p>
    </div>
  )
}
