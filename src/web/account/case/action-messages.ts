import type { CaseData } from '#features/sales/cases/contract.ts'
import { describeTerms } from './case-messages.ts'

/** What a buyer does in a case besides writing. */
export type BuyerAction = 'accept' | 'propose' | 'send_back' | 'escalate' | 'withdraw'

/** In which order these are offered. */
export const BUYER_ACTIONS: readonly BuyerAction[] = [
  'accept',
  'send_back',
  'propose',
  'escalate',
  'withdraw',
]

type ConfirmationTexts = Readonly<{ button: string; question: string; yes: string; no: string }>

/** How each is offered, what is asked once more, and the two answers. */
export function actionTexts(
  action: BuyerAction,
  { supplier, supplierProposal }: CaseData,
): ConfirmationTexts {
  const offer = supplierProposal ? describeTerms(supplierProposal) : ''
  switch (action) {
    case 'accept':
      return {
        button: 'Accept',
        question: `Accept what ${supplier} proposed: ${offer}? It then stands for both of you.`,
        yes: 'Yes, accept',
        no: 'Not yet',
      }
    case 'propose':
      return {
        button: 'Propose something else',
        question: `What do you propose to ${supplier} instead?`,
        yes: 'Propose this',
        no: 'Leave it',
      }
    case 'send_back':
      return {
        button: 'I have sent them back',
        question: 'How do you send the items back? With the number of the parcel its way can be followed.',
        yes: 'They are on their way',
        no: 'Not yet',
      }
    case 'escalate':
      return {
        button: 'Ask us to decide',
        question: `Shall the marketplace look at it and decide? ${supplier} and you are both bound by what it says.`,
        yes: 'Yes, please decide',
        no: 'Not yet',
      }
    case 'withdraw':
      return {
        button: 'Withdraw the case',
        question: 'Withdraw the case? It is over then, and nothing goes back to you.',
        yes: 'Yes, withdraw it',
        no: 'Keep it open',
      }
  }
}
