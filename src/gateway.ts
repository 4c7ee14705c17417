import type { Demo } from './demo-module.ts'
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

/** The card provider: the real one when a vendor is set, else the demo's. */
export async function makeGateway(house: House, demo: Demo | null): Promise<OpenGateway> {
  const { opayo } = house.config
  if (opayo) {
    const origin = hosts[opayo.environment]
    const gateway = { vendor: opayo.vendor, baseUrl: origin, allowedNextUrlOrigins: [origin] }
    const testMode = opayo.environment === 'test'
    const frameSrc = opayo.frameSrc === 'https' ? ['https:'] : [origin]
    return { payments: { house, gateway, testMode }, frameSrc, close: async () => {} }
  }
  if (!demo) {
    house.log.warn('OPAYO_VENDOR is not set: cards are not offered')
    return { payments: null, frameSrc: [], close: async () => {} }
  }
  return openDemoProvider(house, demo)
}

async function openDemoProvider(house: House, demo: Demo): Promise<OpenGateway> {
  const { vendor, url, origins, close } = await demo.startCardProvider()
  const gateway = { vendor, baseUrl: url, allowedNextUrlOrigins: origins }
  return { payments: { house, gateway, testMode: true }, frameSrc: origins, close }
}
