import Fastify from 'fastify'
import { type Simulator, simulatorVendor, startSimulator } from '../../demo/card-provider/simulator.ts'
import type { OrderAddress } from '../../src/features/orders/order.ts'
import { encodeForm, type Fields, parseForm } from '../../src/features/payments/opayo/form.ts'
import { serializeReply } from '../../src/features/payments/opayo/notification.ts'
import {
  isSigned,
  type OpayoAccount,
  registerPayment,
} from '../../src/features/payments/opayo/opayo.server.ts'
import { createRegistrationFields } from '../../src/features/payments/opayo/registration.ts'
import type { RegisteredPayment } from '../../src/features/payments/provider.ts'
import { pence } from '../../src/lib/money.ts'

/** The Opayo client code with a minimal HTTP server and a real simulator, without a database. */
export interface OpayoShop {
  readonly url: string
  readonly simulator: Simulator
  readonly account: OpayoAccount
  readonly notifications: { fields: Fields; isSigned: boolean }[]
  /** VendorTxCode → SecurityKey. */
  readonly secrets: Map<string, string>
  /** Replaces the body of the next replies to notifications; null: the correct reply again. */
  setReply(createBody: (() => string) | null): void
  createReference(): string
  fieldsOf(reference: string): Fields
  /** Throws when the simulator refuses. */
  register(reference?: string): Promise<RegisteredPayment & { reference: string; secret: string }>
  post(url: string, fields: Fields): Promise<Response>
  pay(
    paymentPageUrl: string,
    card?: Fields,
  ): Promise<{ status: number; location: string | null; text: string }>
  close(): Promise<void>
}

export const goodCard = {
  holder: 'Sam Okafor',
  number: '4929 0000 0000 6',
  expiry: '12/30',
  securityCode: '123',
}

export async function openOpayoShop(): Promise<OpayoShop> {
  const notifications: OpayoShop['notifications'] = []
  const secrets = new Map<string, string>()
  let createBody: (() => string) | null = null
  let attempts = 0
  const server = Fastify({ bodyLimit: 16_384, forceCloseConnections: true })
  server.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'buffer' },
    (_request, body, done) => done(null, body.toString('latin1')),
  )
  server.post('/notification', async (request, reply) => {
    const form = parseForm(String(request.body))
    const fields = form.ok ? form.fields : {}
    const secret = secrets.get(fields.VendorTxCode ?? '')
    const isGenuine = secret !== undefined && isSigned(fields, simulatorVendor, secret)
    notifications.push({ fields, isSigned: isGenuine })
    reply.type('text/plain')
    return createBody?.() ?? createCorrectReply(url, isGenuine, fields)
  })
  const url = await server.listen({ port: 0, host: '127.0.0.1' })
  const simulator = await startSimulator({
    host: '127.0.0.1',
    port: 0,
    now: () => new Date(),
    schedule: () => () => undefined,
    frameAncestors: url,
    notifyTimeoutMs: 3000,
  })
  const account: OpayoAccount = {
    vendor: simulatorVendor,
    baseUrl: simulator.url,
    paymentPageOrigins: [simulator.url],
    timeoutMs: 2000,
  }
  const shop: OpayoShop = {
    url,
    simulator,
    account,
    notifications,
    secrets,
    setReply(replacement) {
      createBody = replacement
    },
    createReference() {
      attempts += 1
      return `FHABCDEFGH-${attempts}-test`
    },
    fieldsOf: reference => createFields(reference, url),
    async register(reference = shop.createReference()) {
      const registration = await registerPayment(account, shop.fieldsOf(reference))
      if (!registration.ok) throw new Error(registration.code)
      // Opayo gives each payment a secret of its own.
      const secret = registration.secret!
      secrets.set(reference, secret)
      return { ...registration, reference, secret }
    },
    post,
    async pay(paymentPageUrl, card = goodCard) {
      const response = await post(`${paymentPageUrl}/card`, card)
      const location = response.headers.get('location')
      return { status: response.status, location, text: await response.text() }
    },
    async close() {
      await simulator.close()
      await server.close()
    },
  }
  return shop
}

function createCorrectReply(url: string, isGenuine: boolean, fields: Fields): string {
  const page = isGenuine && fields.Status === 'OK' ? 'paid' : 'failed'
  return serializeReply({
    status: isGenuine ? 'OK' : 'INVALID',
    redirectUrl: `${url}/return/${page}`,
    detail: isGenuine ? '' : 'no valid signature',
  })
}

function createFields(reference: string, url: string): Fields {
  return createRegistrationFields(simulatorVendor, {
    reference,
    amount: pence(5421),
    description: 'Filterhouse order',
    notificationUrl: `${url}/notification`,
    billing: address,
    delivery: address,
    email: 'sam@example.com',
    clientIp: '127.0.0.1',
  })
}

function post(url: string, fields: Fields): Promise<Response> {
  const headers = { 'Content-Type': 'application/x-www-form-urlencoded' }
  return fetch(url, { method: 'POST', headers, body: encodeForm(fields), redirect: 'manual' })
}

const address: OrderAddress = {
  firstname: 'Sam',
  surname: 'Okafor',
  company: '',
  address1: '88 Mill Lane',
  address2: '',
  town: 'Leeds',
  county: '',
  postcode: 'LS4 12AB',
  country: 'GB',
  telephone: '',
}
