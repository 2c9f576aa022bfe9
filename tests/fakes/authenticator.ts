import { createHash, createSign, generateKeyPairSync, randomBytes } from 'node:crypto'

/** The request to an authenticator, as the options of a call name it. */
type Options = Readonly<{ challenge: string }>

/** The deviations of a proof from a valid one. */
type Change = Readonly<{ origin?: string; rpId?: string; isVerified?: boolean; userHandle?: string }>

/** An in-memory authenticator with one passkey (ES256), which answers like a browser. */
export function createAuthenticator(shopUrl: string) {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
  const id = randomBytes(16)
  const { hostname, origin: shopOrigin } = new URL(shopUrl)
  let counter = 0

  const toClientData = (type: string, { challenge }: Options, origin = shopOrigin) =>
    Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }))

  function toData(
    { rpId = hostname, isVerified = true }: Change,
    attested: Uint8Array = Buffer.alloc(0),
  ): Buffer {
    counter += 1
    const flags = 0x01 | (isVerified ? 0x04 : 0) | (attested.length > 0 ? 0x40 : 0)
    const [head, count] = [Buffer.from([flags]), Buffer.alloc(4)]
    count.writeUInt32BE(counter)
    return Buffer.concat([createHash('sha256').update(rpId).digest(), head, count, attested])
  }

  const identity = { id: id.toString('base64url'), rawId: id.toString('base64url'), type: 'public-key' }

  return {
    /** Returns a new passkey as the browser does. */
    create(options: Options, change: Change = {}) {
      const data = toData(change, encodeAttested(id, { x, y }))
      const attestation = encodeAttestation(data)
      return {
        ...identity,
        response: {
          clientDataJSON: toClientData('webauthn.create', options, change.origin).toString('base64url'),
          attestationObject: attestation.toString('base64url'),
        },
      }
    },

    /** Returns the proof of the passkey as the browser does. */
    prove(options: Options, change: Change = {}) {
      const clientData = toClientData('webauthn.get', options, change.origin)
      const data = toData(change)
      const signed = Buffer.concat([data, createHash('sha256').update(clientData).digest()])
      return {
        ...identity,
        response: {
          clientDataJSON: clientData.toString('base64url'),
          authenticatorData: data.toString('base64url'),
          signature: createSign('sha256').update(signed).sign(privateKey).toString('base64url'),
          ...(change.userHandle === undefined ? {} : { userHandle: change.userHandle }),
        },
      }
    },

    /** Resets its signature counter, as a cloned authenticator would. */
    rewind() {
      counter = 0
    },
  }
}

/** The identifier of a passkey with its COSE key: EC2, ES256, P-256 and the coordinates (RFC 9053), in CBOR. */
function encodeAttested(id: Buffer, { x, y }: Readonly<{ x: string; y: string }>): Buffer {
  const key = [
    Buffer.from('a5010203262001215820', 'hex'),
    Buffer.from(x, 'base64url'),
    Buffer.from('225820', 'hex'),
    Buffer.from(y, 'base64url'),
  ]
  return Buffer.concat([Buffer.alloc(16), Buffer.from([0, id.length]), id, ...key])
}

/** { fmt: 'none', attStmt: {}, authData: … } in CBOR. */
function encodeAttestation(data: Buffer): Buffer {
  const head = Buffer.from('a363666d74646e6f6e656761747453746d74a068617574684461746158', 'hex')
  return Buffer.concat([head, Buffer.from([data.length]), data])
}
