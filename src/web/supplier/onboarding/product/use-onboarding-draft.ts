import { useEffect, useState } from 'react'
import { readActingType } from '#web/app/session/business.ts'
import { readUser, useUser } from '#web/app/session/session.ts'
import type { StoredUser } from '#web/app/session/session.ts'
import type { ProductForm } from './product-form.ts'
import {
  saveOnboardingDraft,
  newOnboardingDraft,
  readOnboardingDraft,
  type OnboardingDraft,
} from './onboarding-draft.ts'

/** The input of the steps, and the current user. */
export type OnboardingDraftState = Readonly<{
  /** False until the browser's storage has been read, which the server cannot do. */
  isReady: boolean
  draft: OnboardingDraft
  change: (part: Partial<Pick<OnboardingDraft, 'store' | 'product'>>) => void
  /** Changes the product with its current value, for actions that take a while. */
  editProduct: (edit: (product: ProductForm) => ProductForm) => void
  user: StoredUser | undefined
  /** Whether the input can be saved: only suppliers have a store. */
  isSupplier: boolean
}>

/** Returns the draft of this tab for the current user, stored with every change. */
export function useOnboardingDraft(): OnboardingDraftState {
  const user = useUser()
  const [draft, setDraft] = useState(() => newOnboardingDraft(''))
  const [isReady, setIsReady] = useState(false)
  const owner = user?.id ?? ''

  useEffect(() => {
    // The user is read from storage, as `useUser` returns none during hydration.
    setDraft(readOnboardingDraft(getTabStorage(), readUser()?.id ?? ''))
    setIsReady(true)
  }, [owner])

  function edit(getChange: (before: OnboardingDraft) => Partial<OnboardingDraft>): void {
    setDraft((before) => {
      const nextDraft = { ...before, ...getChange(before) }
      saveOnboardingDraft(getTabStorage(), nextDraft)
      return nextDraft
    })
  }

  return {
    isReady,
    draft,
    change: (part) => edit(() => part),
    editProduct: (editing) => edit(({ product }) => ({ product: editing(product) })),
    user,
    isSupplier: user !== undefined && readActingType() === 'manufacturer',
  }
}

/** Returns this tab's session storage; undefined if the browser forbids it. */
function getTabStorage(): Storage | undefined {
  try {
    return window.sessionStorage
  } catch {
    return undefined
  }
}
