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
  /** False until the browser's storage has been read: the server knows nothing of it. */
  isReady: boolean
  draft: OnboardingDraft
  change: (part: Partial<Pick<OnboardingDraft, 'store' | 'product'>>) => void
  /** Changes the product as it is by then: for what takes a while. */
  editProduct: (edit: (product: ProductForm) => ProductForm) => void
  user: StoredUser | undefined
  /** Whether what is typed can be saved: only manufacturers have a store. */
  isSupplier: boolean
}>

/** Returns the draft of this tab for the current user, stored with every change. */
export function useOnboardingDraft(): OnboardingDraftState {
  const user = useUser()
  const [draft, setDraft] = useState(() => newOnboardingDraft(''))
  const [isReady, setIsReady] = useState(false)
  const owner = user?.id ?? ''

  useEffect(() => {
    // Read here, as a page does not know the user yet while it hydrates.
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

/** This tab's session storage; undefined where the browser forbids it. */
function getTabStorage(): Storage | undefined {
  try {
    return window.sessionStorage
  } catch {
    return undefined
  }
}
