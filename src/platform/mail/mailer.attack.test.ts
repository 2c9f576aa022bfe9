import { createServer, type Server } from 'node:net'
import { expect, test } from 'vitest'
import { smtpMailer } from './mailer.ts'

const LETTER = { to: 'a@b.example', subject: 's', text: 't', html: '<p>t</p>', messageId: '<m@b.example>' }

/** A mail server that knows one way to say no; gives its address. */
function refusing(at: 'AUTH' | 'RCPT', line: string): Promise<{ server: Server; port: number }> {
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

test('a wrong password at the mail server loses no letter: it is tried again', async () => {
  const { server, port } = await refusing('AUTH', '535 wrong password')
  const mailer = smtpMailer(`smtp://user:pass@127.0.0.1:${port}`, 'shop@b.example')
  await expect(mailer(LETTER)).rejects.toMatchObject({ kind: 'unavailable' })
  server.close()
})

test('a letter to somebody who does not exist is refused for good', async () => {
  const { server, port } = await refusing('RCPT', '550 no such user')
  const mailer = smtpMailer(`smtp://user:pass@127.0.0.1:${port}`, 'shop@b.example')
  const error: unknown = await mailer(LETTER).catch((thrown: unknown) => thrown)
  expect(error).toMatchObject({ responseCode: 550 })
  server.close()
})
