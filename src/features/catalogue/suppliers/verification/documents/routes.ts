import { toAuditSource } from '#features/identity/audit/service.ts'
import type { Files } from '#platform/files/files.ts'
import { ok, route, type Route } from '#platform/http/calls/route.ts'
import type { Enqueue } from '#platform/jobs/job.ts'
import { type HasPayoutAccount, readOwnVerification } from '../verification.ts'
import * as contract from './contract.ts'
import { addDocument, openDocument, removeDocument } from './documents.ts'

/**
 * The dependencies of the routes: the storage of documents, the deletion of their files, and the check for a bank
 * account.
 */
type DocumentDeps = Readonly<{ files: Files; enqueue: Enqueue; hasPayoutAccount: HasPayoutAccount }>

/** Returns the routes of the documents that prove stores' statements. */
export function verificationDocumentRoutes({ files, enqueue, hasPayoutAccount }: DocumentDeps): Route[] {
  return [
    route(contract.uploadVerificationDocument, async ({ params, query, body: bytes }, call) => {
      const { db, actor, count } = call
      await count(
        contract.uploadVerificationDocument.path,
        contract.uploadVerificationDocument.limit,
        actor.publicId,
      )
      const upload = { item: params.item, name: query.name, bytes }
      await addDocument(db, files, { source: toAuditSource(call), upload })
      const verification = await readOwnVerification(db, actor.id, hasPayoutAccount)
      return ok('Document added. We’ll review it.', { verification })
    }),
    route(contract.removeVerificationDocument, async ({ params: { id } }, call) => {
      await removeDocument(call.db, enqueue, { source: toAuditSource(call), id })
      const verification = await readOwnVerification(call.db, call.actor.id, hasPayoutAccount)
      return ok('Document removed.', { verification })
    }),
    route(contract.getVerificationDocument, async ({ params: { id } }, call) => {
      const { file, document } = await openDocument(call.db, files, { source: toAuditSource(call), id })
      return new Response(file.stream, {
        headers: {
          'content-type': file.type,
          'content-length': String(file.size),
          'content-disposition': `inline; filename*=UTF-8''${encodeURIComponent(document.name)}`,
          'content-security-policy': "default-src 'none'; sandbox",
          'cache-control': 'private, no-store',
          'x-robots-tag': 'noindex',
        },
      })
    }),
  ]
}
