import fc from 'fast-check'
import { createTransport } from 'nodemailer'
import { expect, test } from 'vitest'
import { parseEmail } from './parse-email.ts'

const transport = createTransport({ streamTransport: true, buffer: true, newline: 'windows' })

async function writeAndParse(subject: string, text: string, html: string) {
  const { message } = await transport.sendMail({
    from: 'a@example.com',
    to: 'b@example.com',
    subject,
    text,
    html,
  })
  return parseEmail((message as Buffer).toString('latin1'))
}

const words = fc
  .array(fc.constantFrom('filter', 'für', '5 µm', '=', '€', '–', '<b>', '=20', 'a,', 'x'.repeat(90)), {
    minLength: 1,
    maxLength: 60,
  })
  .map(list => list.join(' '))

test('an e-mail of the shop is parsed back word for word', async () => {
  await fc.assert(
    fc.asyncProperty(words, words, words, async (subject, text, html) => {
      const mail = await writeAndParse(subject, text, html)
      expect(mail.text.trimEnd()).toBe(text)
      expect(mail.html.trimEnd()).toBe(html)
      expect(mail.headers.get('subject')).toBe(subject)
    }),
    { numRuns: 60 },
  )
})

test('an attachment is parsed byte for byte and is not part of the text', async () => {
  const content = Buffer.from(Array.from({ length: 3000 }, (_, index) => index % 256))
  const { message } = await transport.sendMail({
    from: 'a@example.com',
    to: 'b@example.com',
    subject: 'Quote',
    text: 'Words',
    html: '<p>Words</p>',
    attachments: [{ filename: 'quote-FH.pdf', contentType: 'application/pdf', content }],
  })
  const mail = parseEmail((message as Buffer).toString('latin1'))
  expect(mail.text.trimEnd()).toBe('Words')
  expect(mail.attachments).toEqual([{ filename: 'quote-FH.pdf', type: 'application/pdf', content }])
})

test('a file that is not an e-mail gives an empty one', () => {
  expect(parseEmail('')).toMatchObject({ text: '', html: '' })
  expect(parseEmail('only words').headers.size).toBe(0)
})
