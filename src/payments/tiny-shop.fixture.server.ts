import Fastify from 'fastify'
import { type Sandbox, sandboxVendor, startSandbox } from '../../demo/card-provider/card-provider.ts'
import { pence } from '../shared/money.ts'
import { registerPayment, verifySignature } from './opayo.server.ts'
import { type Gateway, type OpayoAddress, type Registered, registerFields, vendorTxCode } from './opayo.ts'
import { decodeForm, encodeForm, type Fields } from './opayo-form.ts'
import { answerNotification } from './opayo-notification.ts'

/** For tests: a shop as small as a shop can be, with the real client code, beside a real sandbox, over HTTP. */
export type TinyShop = {
  readonly url: string
  readonly sandbox: Sandbox
  /** The notifications that came, and whether their signature held. */
  readonly heard: { fields: Fields; genuine: boolean }[]
  /** VendorTxCode → SecurityKey. */
  readonly keys: Map<string, string>
  /** Answers notifications otherwise than a good shop would; null: as a good shop does. */
  say(answer: (() => string) | null): void
  gateway(): Gateway
  newCode(): string
  fieldsOf(code: string): Fields
  registered(code?: string): Promise<Registered & { code: string }>
  post(url: string, fields: Fields): Promise<Response>
  pay(nextUrl: string, card?: Fields): Promise<{ status: number; location: string | null; text: string }>
  close(): Promise<void>
}

export const goodCard = {
  holder: 'Sam Okafor',
  number: '4929 0000 0000 6',
  expiry: '12/30',
  securityCode: '123',
}

export async function openTinyShop(): Promise<TinyShop> {
  const heard: TinyShop['heard'] = []
  const keys = new Map<string, string>()
  let otherAnswer: (() => string) | null = null
  let attempts = 0
  const server = Fastify({ bodyLimit: 16_384, forceCloseConnections: true })
  server.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'buffer' },
    (_request, body, done) => done(null, body.toString('latin1')),
  )
  server.post('/notification', async (request, reply) => {
    const read = decodeForm(String(request.body))
    const fields = read.ok ? read.fields : {}
    const key = keys.get(fields.VendorTxCode ?? '')
    const genuine = key !== undefined && verifySignature(fields, sandboxVendor, key)
    heard.push({ fields, genuine })
    reply.type('text/plain')
    return otherAnswer?.() ?? goodAnswer(url, genuine, fields)
  })
  const url = await server.listen({ port: 0, host: '127.0.0.1' })
  const sandbox = await startSandbox({
    host: '127.0.0.1',
    port: 0,
    now: () => new Date(),
    schedule: () => () => undefined,
    frameAncestors: url,
    notifyTimeoutMs: 3000,
  })
  const shop: TinyShop = {
    url,
    sandbox,
    heard,
    keys,
    say(answer) {
      otherAnswer = answer
    },
    gateway: () => ({ vendor: sandboxVendor, baseUrl: sandbox.url, allowedNextUrlOrigins: [sandbox.url] }),
    newCode() {
      attempts += 1
      return vendorTxCode('FHABCDEFGH', attempts, 'test')
    },
    fieldsOf: code => fieldsOf(code, url),
    async registered(code = shop.newCode()) {
      const answer = await registerPayment(shop.gateway(), shop.fieldsOf(code), 2000)
      if (!answer.ok) throw new Error(`${answer.status} ${answer.detail}`)
      keys.set(code, answer.securityKey)
      return { ...answer, code }
    },
    post,
    async pay(nextUrl, card = goodCard) {
      const response = await post(`${nextUrl}/card`, card)
      const location = response.headers.get('location')
      return { status: response.status, location, text: await response.text() }
    },
    async close() {
      await sandbox.close()
      await server.close()
    },
  }
  return shop
}

function goodAnswer(url: string, genuine: boolean, fields: Fields): string {
  const page = genuine && fields.Status === 'OK' ? 'paid' : 'failed'
  return answerNotification({
    status: genuine ? 'OK' : 'INVALID',
    redirectUrl: `${url}/return/${page}`,
    detail: genuine ? '' : 'not signed by the gateway',
  })
}

function fieldsOf(code: string, url: string): Fields {
  return registerFields({
    vendor: sandboxVendor,
    vendorTxCode: code,
    amount: pence(5421),
    description: 'Filterhouse order',
    notificationUrl: `${url}/notification`,
    billing: sam,
    delivery: sam,
    email: 'sam@example.com',
    clientIp: '127.0.0.1',
  })
}

function post(url: string, fields: Fields): Promise<Response> {
  const headers = { 'Content-Type': 'application/x-www-form-urlencoded' }
  return fetch(url, { method: 'POST', headers, body: encodeForm(fields), redirect: 'manual' })
}

const sam: OpayoAddress = {
  firstnames: 'Sam',
  surname: 'Okafor',
  address1: '88 Mill Lane',
  address2: '',
  address3: '',
  city: 'Leeds',
  postCode: 'LS4 12AB',
  country: 'GB',
  phone: '',
}
