import type { LetterContent } from '#features/messaging/notifications/service.ts'
import { moneyText } from '#core/money.ts'
import { carrierTitle } from '../parcels/carriers.ts'
import type { Label } from '../labels/label-queries.ts'

/** What the letter is made of; `wasTaken`: the carrier had taken the request for the money first. */
type Kept = Readonly<{
  label: Pick<Label, 'carrier' | 'trackingNumber' | 'amount' | 'currency'>
  orderNumber: string
  wasTaken: boolean
}>

/** The letter to a supplier: a label was not used, and its carrier keeps the money. */
export function labelKept({ label, orderNumber, wasTaken }: Kept): LetterContent {
  const carrier = carrierTitle(label.carrier ?? 'other')
  const cost = moneyText(label.amount ?? 0, label.currency ?? 'USD')
  const asked = wasTaken
    ? 'We asked for its money back. The carrier took the request at first, so the label was taken off what you owe; now it has turned the request down.'
    : 'We asked for its money back, and the carrier does not give it.'
  const borne = wasTaken ? 'counts as yours again' : 'stays yours'
  return {
    subject: `A label of order ${orderNumber} could not be given back`,
    preview: `${cost} for a label of ${carrier} ${borne}.`,
    heading: 'A label could not be given back.',
    paragraphs: [
      `For order ${orderNumber} a label of ${carrier} was bought and not used. ${asked}`,
      `So what it cost, ${cost}, ${borne}: it is taken off what you may be paid out, or off your next payout, whose statement names it.`,
      'Carriers refuse this when they have seen the parcel, or were asked too late. If you think they are wrong, please write to us.',
    ],
    tables: [
      {
        title: 'The label',
        rows: [{ left: carrier, note: label.trackingNumber ?? '', right: cost }],
      },
    ],
    closing: [],
  }
}
