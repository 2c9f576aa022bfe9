import { createServer, type Server } from 'node:net'
import { expect, test } from 'vitest'
import { smtpMailer } from './mailer.ts'

const EMAIL = { to: 'a@b.example', subject: 's', text: 't', html: '<p>t</p>', messageId: '<m@b.example>' }

/** Starts a mail server that accepts one email; `letter` is the email with folded lines joined. */
async function startSmtpServer(): Promise<{ server: Server; port: number; letter: Promise<string> }> {
  const { promise: email, resolve } = Promise.withResolvers<string>()
  const server = createServer((socket) => {
    let body: string | undefined
    socket.on('error', () => undefined)
    socket.write('220 mail.test\r\n')
    socket.on('data', (data) => {
      const text = String(data)
      if (body !== undefined) body += text
      else if (text.startsWith('DATA')) body = ''
      if (body === '') return socket.write('354 go on\r\n')
      if (body === undefined) return socket.write('250 ok\r\n')
      if (!body.endsWith('\r\n.\r\n')) return undefined
      resolve(body.replaceAll(/\r\n[ \t]+/g, ' '))
      body = undefined
      return socket.write('250 taken\r\n')
    })
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const address = server.address()
  return { server, port: address instanceof Object ? address.port : 0, letter: email }
}

test('an email has a reply address, and headers for one-click unsubscribe (RFC 8058)', async () => {
  const { server, port, letter } = await startSmtpServer()
  const mailer = smtpMailer(`smtp://127.0.0.1:${port}`, 'shop@b.example')
  const unsubscribeUrl = `https://shop.example/newsletter/unsubscribe?token=nws_${'0'.repeat(32)}`
  await mailer({ ...EMAIL, replyTo: 'mei@shopper.example', unsubscribeUrl })
  const headers = (await letter).split('\r\n\r\n')[0]?.split('\r\n')
  expect(headers).toContain('Reply-To: mei@shopper.example')
  expect(headers).toContain(`List-Unsubscribe: <${unsubscribeUrl}>`)
  expect(headers).toContain('List-Unsubscribe-Post: List-Unsubscribe=One-Click')
  server.close()
})

test('an email that is not a newsletter has no unsubscribe headers', async () => {
  const { server, port, letter } = await startSmtpServer()
  await smtpMailer(`smtp://127.0.0.1:${port}`, 'shop@b.example')(EMAIL)
  expect(await letter).not.toMatch(/^(List-|Reply-To)/m)
  server.close()
})
