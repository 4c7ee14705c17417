import { sandboxVendor, startSandbox } from '../demo/card-provider/card-provider.ts'
import type { Payments } from './payments/server.ts'
import type { House } from './platform/house.ts'

export interface OpenGateway {
  payments: Payments | null
  /** What the checkout page's frame-src allows. */
  frameSrc: string[]
  close: () => Promise<void>
}

// The provider's only two hosts (reference §1): a setting names the environment, never an address.
const hosts = {
  test: 'https://sandbox.opayo.eu.elavon.com',
  live: 'https://live.opayo.eu.elavon.com',
} as const

/** The card provider: the real one when a vendor is set, in demo mode else the sandbox on a listener of its own. */
export async function makeGateway(house: House): Promise<OpenGateway> {
  const { opayo, mode } = house.config
  if (opayo) {
    const origin = hosts[opayo.environment]
    const gateway = { vendor: opayo.vendor, baseUrl: origin, allowedNextUrlOrigins: [origin] }
    const testMode = opayo.environment === 'test'
    const frameSrc = opayo.frameSrc === 'https' ? ['https:'] : [origin]
    return { payments: { house, gateway, testMode }, frameSrc, close: async () => {} }
  }
  if (mode === 'production') {
    house.log.warn('OPAYO_VENDOR is not set: cards are not offered')
    return { payments: null, frameSrc: [], close: async () => {} }
  }
  return openSandbox(house)
}

async function openSandbox(house: House): Promise<OpenGateway> {
  const { host, sandboxPort, baseUrl } = house.config
  // Browsers elsewhere reach it under the shop's own name, when its port is fixed. They load no plain http into a page
  // of https: who put TLS in front of the shop puts it in front of this port too.
  const { protocol, hostname } = new URL(baseUrl ?? 'http://localhost')
  const publicUrl = baseUrl && sandboxPort ? `${protocol}//${hostname}:${sandboxPort}` : undefined
  const sandbox = await startSandbox({
    host,
    port: sandboxPort,
    publicUrl,
    now: house.now,
    frameAncestors: () => framers(house).join(' '),
  })
  const origins = [...new Set([sandbox.url, publicUrl ?? sandbox.url])]
  const gateway = { vendor: sandboxVendor, baseUrl: sandbox.url, allowedNextUrlOrigins: origins }
  return { payments: { house, gateway, testMode: true }, frameSrc: origins, close: () => sandbox.close() }
}

// Without BASE_URL the shop answers under each name of this machine (platform/origin.ts): so does its card form.
function framers({ config, baseUrl }: House): string[] {
  const own = baseUrl()
  if (config.baseUrl !== null) return [own]
  const { hostname } = new URL(own)
  return [...new Set([own, ...['localhost', '127.0.0.1'].map(name => own.replace(hostname, name))])]
}
