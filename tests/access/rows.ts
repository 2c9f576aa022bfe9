import { type Caller, CALLERS, SIGNED_IN } from './callers.ts'
import type { AccessTestData } from './access-test-data.ts'

/** The input of a call; the parameters of its path by name. */
export type Input = Readonly<{
  params?: Readonly<Record<string, string>>
  query?: Readonly<Record<string, string>>
  body?: unknown
  bytes?: true
}>

/**
 * The object of a call. `own`: the caller. `theirs`: a resource of another account, which must answer like one that
 * does not exist to all callers that the row does not allow. `secret`: a number or a token that grants access by
 * itself. `public`: a resource for everyone.
 */
export type Ownership = 'own' | 'theirs' | 'secret' | 'public'

/** An endpoint: the status for each caller, and a valid call of it with the ids of another account's resources. */
export type AccessRow = Readonly<{
  about: Ownership
  answers: Readonly<Record<Caller, number>>
  input(testData: AccessTestData): Input
}>

type StatusByCaller = AccessRow['answers']

/** Returns the expected status for each caller. */
export function statusesBy(getStatus: (caller: Caller) => number): StatusByCaller {
  // Every caller is among them.
  return Object.fromEntries(CALLERS.map((caller) => [caller, getStatus(caller)])) as StatusByCaller
}

/** Returns the expected statuses of a call that needs a signed-in caller. */
export const isSignedIn = (caller: Caller) => SIGNED_IN.some((type) => type === caller)

/** Expects the same status for all callers, as the call reads no token. */
export const anyone = (status: number): StatusByCaller => statusesBy(() => status)

/** Expects the status for all callers except those with an invalid token. */
export const exceptInvalidToken = (status: number, nobody = status): StatusByCaller =>
  statusesBy((caller) => (caller === 'nobody' ? nobody : isSignedIn(caller) ? status : 401))

/** Expects the status for all signed-in accounts. */
export const anySignedIn = (status: number): StatusByCaller =>
  statusesBy((caller) => (isSignedIn(caller) ? status : 401))

/** Expects the status for manufacturers only, of those signed in. */
export const manufacturers = (status: number): StatusByCaller =>
  statusesBy((caller) => (caller === 'manufacturer' ? status : isSignedIn(caller) ? 403 : 401))

/** Expects the status for vendors only, of those signed in. */
export const vendors = (status: number): StatusByCaller =>
  statusesBy((caller) => (caller === 'vendor' ? status : isSignedIn(caller) ? 403 : 401))

/** Expects the status for vendors and manufacturers, of those signed in. */
export const sellers = (status: number): StatusByCaller =>
  statusesBy((caller) => (caller === 'operator' ? 403 : isSignedIn(caller) ? status : 401))

/** Expects the status for operators only, of those signed in. */
export const operators = (status: number): StatusByCaller =>
  statusesBy((caller) => (caller === 'operator' ? status : isSignedIn(caller) ? 403 : 401))

const createRow =
  (ownership: Ownership) =>
  (statuses: StatusByCaller, input: AccessRow['input'] = () => ({})): AccessRow => ({
    about: ownership,
    answers: statuses,
    input,
  })
/** Rows by the object of their call, for example an own one. */
export const [ownRow, othersRow, secretRow, publicRow] = [
  createRow('own'),
  createRow('theirs'),
  createRow('secret'),
  createRow('public'),
]

/** Returns an input with these values within `data`. */
export const data = (fields: object): Input => ({ body: { data: fields } })
/** Returns the input of a call with this ID. */
export const byId = (id: string, body?: unknown): Input =>
  body === undefined ? { params: { id } } : { params: { id }, body }

/** Returns the input of a call by a link in an email. */
export const byLink = (token: string): Input => ({ query: { token } })
