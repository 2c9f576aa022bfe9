import { createServer, type Server } from 'node:net'
import { expect, test } from 'vitest'
import { smtpMailer } from './mailer.ts'

const EMAIL = { to: 'a@b.example', subject: 's', text: 't', html: '<p>t</p>', messageId: '<m@b.example>' }

/** Starts a mail server that refuses one command; returns its port. */
function startRefusingServer(at: 'AUTH' | 'RCPT', line: string): Promise<{ server: Server; port: number }> {
  const server = createServer((socket) => {
    socket.on('error', () => undefined)
    socket.write('220 mail.test\r\n')
    socket.on('data', (data) => {
      const verb = String(data).slice(0, 4).toUpperCase()
      if (verb === at) socket.write(`${line}\r\n`)
      else if (verb === 'EHLO') socket.write('250-mail.test\r\n250 AUTH PLAIN\r\n')
      else socket.write(verb === 'AUTH' ? '235 in\r\n' : '250 ok\r\n')
    })
  })
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      resolve({ server, port: address instanceof Object ? address.port : 0 })
    })
  })
}

test('retries an email after a wrong password at the mail server', async () => {
  const { server, port } = await startRefusingServer('AUTH', '535 wrong password')
  const mailer = smtpMailer(`smtp://user:pass@127.0.0.1:${port}`, 'shop@b.example')
  await expect(mailer(EMAIL)).rejects.toMatchObject({ kind: 'unavailable' })
  server.close()
})

test('rejects an email to an unknown recipient permanently', async () => {
  const { server, port } = await startRefusingServer('RCPT', '550 no such user')
  const mailer = smtpMailer(`smtp://user:pass@127.0.0.1:${port}`, 'shop@b.example')
  const error: unknown = await mailer(EMAIL).catch((thrown: unknown) => thrown)
  expect(error).toMatchObject({ responseCode: 550 })
  server.close()
})

/** Starts a mail server that accepts everything; `taken` has all that it received. */
function startSmtpServer(): Promise<{ server: Server; port: number; taken: () => string }> {
  let received = ''
  const server = createServer((socket) => {
    let isData = false
    socket.on('error', () => undefined)
    socket.write('220 mail.test\r\n')
    socket.on('data', (data) => {
      received += String(data)
      if (isData && !received.endsWith('\r\n.\r\n')) return
      const hasDataStarted = /^DATA/i.test(String(data))
      isData = hasDataStarted
      socket.write(hasDataStarted ? '354 go on\r\n' : '250 ok\r\n')
    })
  })
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      resolve({ server, port: address instanceof Object ? address.port : 0, taken: () => received })
    })
  })
}

test('typed line breaks add no header, recipient or body to an email', async () => {
  const { server, port, taken } = await startSmtpServer()
  const mailer = smtpMailer(`smtp://127.0.0.1:${port}`, 'shop@b.example')
  const injected =
    'Mei\r\nBcc: all@shopper.example\r\n\r\n<script>alert(1)</script>\r\n.\r\nMAIL FROM:<x@y.example>'
  await mailer({
    ...EMAIL,
    subject: injected,
    replyTo: `a@b.example\r\nCc: all@shopper.example`,
    text: injected,
  })
  const [commands = '', email = '', ...more] = taken().split(/^DATA\r\n/m)
  expect(commands.match(/^(MAIL FROM|RCPT TO):<[^>]*>/gm)).toEqual([
    'MAIL FROM:<shop@b.example>',
    'RCPT TO:<a@b.example>',
  ])
  // A line with only a dot would end the email, and the following lines would be commands.
  expect([more, email.split('\r\n.\r\n').slice(1).join('')]).toEqual([[], ''])
  const head = (email.split('\r\n\r\n')[0] ?? '').split('\r\n')
  const names = head.filter((line) => !line.startsWith(' ')).map((line) => line.split(':')[0])
  const headerNames = [
    'From',
    'To',
    'Reply-To',
    'Subject',
    'Message-ID',
    'Date',
    'MIME-Version',
    'Content-Type',
  ]
  expect(names).toEqual(headerNames)
  server.close()
})
