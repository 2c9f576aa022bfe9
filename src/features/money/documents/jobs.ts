import { z } from 'zod'
import { job, type Job } from '#platform/jobs/job.ts'
import { issueDueCreditNotes } from './credit-notes/issue-credit-notes.ts'
import { issueDueInvoices } from './invoices/issue-invoices.ts'

/** The prefixes of documents' numbers. */
export type Prefixes = Readonly<{ invoicePrefix: string; creditNotePrefix: string }>

/** Issues due invoices and credit notes every minute. It locks only rows that no purchase and no refund waits for. */
export function issueDocuments({ invoicePrefix, creditNotePrefix }: Prefixes): Job {
  return job({
    name: 'documents.issue',
    input: z.object({}),
    attempts: 3,
    every: '* * * * *',
    async run(_input, { db, now, log }) {
      const invoiceNumbering = { prefix: invoicePrefix, now }
      const invoices = await issueDueInvoices(db, invoiceNumbering)
      const numbering = { invoices: invoiceNumbering, creditNotes: { prefix: creditNotePrefix, now } }
      const creditNotes = await issueDueCreditNotes(db, numbering)
      if (invoices + creditNotes > 0) log.info({ invoices, creditNotes }, 'issued documents')
    },
  })
}
