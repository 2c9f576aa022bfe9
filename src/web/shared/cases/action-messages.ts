import type { CaseData } from '#features/sales/cases/contract.ts'
import { describeTerms } from './case-messages.ts'

/** The actions of a buyer in a case besides writing. */
export type BuyerAction = 'accept' | 'propose' | 'send_back' | 'escalate' | 'withdraw'

/** The display order of the actions. */
export const BUYER_ACTIONS: readonly BuyerAction[] = [
  'accept',
  'send_back',
  'propose',
  'escalate',
  'withdraw',
]

type ConfirmationTexts = Readonly<{ button: string; question: string; yes: string; no: string }>

/** Returns the texts of an action: the button, the confirmation, and both of its buttons. */
export function actionTexts(
  action: BuyerAction,
  { supplier, supplierProposal }: CaseData,
): ConfirmationTexts {
  const offer = supplierProposal ? describeTerms(supplierProposal) : ''
  switch (action) {
    case 'accept':
      return {
        button: 'Accept',
        question: `Accept the proposal of ${supplier}: ${offer}? It is binding for both of you.`,
        yes: 'Yes, accept',
        no: 'Not yet',
      }
    case 'propose':
      return {
        button: 'Make another proposal',
        question: `What do you propose to ${supplier} instead?`,
        yes: 'Propose this',
        no: 'Not now',
      }
    case 'send_back':
      return {
        button: 'I’ve sent them back',
        question:
          'How are you sending the items back? With a tracking number, everyone can follow the parcel.',
        yes: 'They are on their way',
        no: 'Not yet',
      }
    case 'escalate':
      return {
        button: 'Ask us to decide',
        question: `Ask the marketplace to review the case and decide? Its decision is binding for you and ${supplier}.`,
        yes: 'Yes, ask',
        no: 'Not yet',
      }
    case 'withdraw':
      return {
        button: 'Withdraw the case',
        question: 'Withdraw the case? It will be closed without a refund.',
        yes: 'Yes, withdraw it',
        no: 'Keep it open',
      }
  }
}
