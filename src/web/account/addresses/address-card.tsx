import { useState } from 'react'
import type { SavedAddressData } from '#features/sales/shipping/contract.ts'
import { call, explainError } from '#web/app/calls/api.ts'
import { savedAddressLines, addressName } from '#web/shared/address/address-text.ts'
import { toast } from '#web/app/toast.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { useFocusOnMount } from '#web/ui/use-focus-on-mount.ts'

type CardProps = Readonly<{
  address: SavedAddressData
  onEdit: () => void
  onChange: (addresses: readonly SavedAddressData[]) => void
}>

/** Renders a saved address with its actions. */
export function AddressCard({ address, onEdit, onChange }: CardProps) {
  const [isConfirming, setIsConfirming] = useState(false)
  const { isBusy, change } = useAddressChange(onChange)
  const name = addressName(address)
  // Without a label, the name is the street already.
  const lines = savedAddressLines(address).filter((line) => line !== name)
  return (
    <article className="flex h-full flex-col rounded-md border border-line bg-sheet p-5 md:p-6">
      <div className="flex items-start justify-between gap-3">
        <h2 className="font-sans text-base font-medium wrap-anywhere">{name}</h2>
        {address.isDefault && <Badge tone="accent">Default</Badge>}
      </div>
      <address className="mt-2 mb-5 text-sm leading-6 text-ink-soft not-italic">
        {[...lines, address.mobileNumber].map((line) => (
          <span key={line} className="block wrap-anywhere">
            {line}
          </span>
        ))}
      </address>
      <div className="mt-auto flex flex-wrap gap-2">
        {isConfirming ? (
          <RemoveConfirmation
            isBusy={isBusy}
            onYes={() => change('POST /users/removeAddress', address.id)}
            onNo={() => setIsConfirming(false)}
          />
        ) : (
          <>
            <Button size="sm" variant="outline" aria-label={`Change ${name}`} onClick={onEdit}>
              Change
            </Button>
            {!address.isDefault && (
              <Button
                size="sm"
                variant="quiet"
                busy={isBusy}
                aria-label={`Make default: ${name}`}
                onClick={() => change('POST /users/setDefaultAddress', address.id)}
              >
                Make default
              </Button>
            )}
            <Button
              size="sm"
              variant="quiet"
              aria-label={`Remove ${name}`}
              onClick={() => setIsConfirming(true)}
            >
              Remove
            </Button>
          </>
        )}
      </div>
    </article>
  )
}

function RemoveConfirmation({
  isBusy,
  onYes,
  onNo,
}: {
  isBusy: boolean
  onYes: () => void
  onNo: () => void
}) {
  const yes = useFocusOnMount<HTMLButtonElement>()
  return (
    <>
      <p className="basis-full text-sm" role="status">
        Remove this address?
      </p>
      <Button size="sm" ref={yes} busy={isBusy} onClick={onYes}>
        Remove
      </Button>
      <Button size="sm" variant="quiet" onClick={onNo}>
        Keep
      </Button>
    </>
  )
}

/** Returns a function that changes one address; the server responds with all of them. */
function useAddressChange(onChange: CardProps['onChange']) {
  const [isBusy, setIsBusy] = useState(false)

  async function change(
    what: 'POST /users/removeAddress' | 'POST /users/setDefaultAddress',
    id: string,
  ): Promise<void> {
    setIsBusy(true)
    try {
      const answer = await call(what, { body: { id } })
      toast.success(answer.message)
      onChange(answer.addresses)
    } catch (error) {
      toast.error(explainError(error, 'Something went wrong. Please try again in a moment.'))
    } finally {
      setIsBusy(false)
    }
  }

  return { isBusy, change: (...args: Parameters<typeof change>) => void change(...args) }
}
