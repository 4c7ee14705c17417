import { createOpayo, createOpayoFromConfig } from './payments/opayo/opayo.server.ts'
import type { PaymentProvider } from './payments/provider.ts'
import { sandboxVendor, startSandbox } from './payments/sandbox/sandbox.server.ts'
import { createPayments, type Payments } from './payments/server.ts'
import type { House } from './platform/house.ts'

export interface Gateway {
  /** Null: no provider is configured, so cards are not offered. */
  payments: Payments | null
  /** Sources of the checkout page's frame-src. */
  frameSrc: string[]
  close: () => Promise<void>
}

/** The payment providers: those with settings, or in demo mode a simulator on its own listener. */
export async function createGateway(context: House): Promise<Gateway> {
  // The first takes new payments; the others only serve payments that they took before.
  const [provider, ...others] = [createOpayoFromConfig(context.config.opayo)].filter(each => each !== null)
  if (provider) return createGatewayOf(context, [provider, ...others])
  if (context.config.mode === 'production') {
    context.log.warn('OPAYO_VENDOR is not set: cards are not offered')
    return { payments: null, frameSrc: [], close: async () => {} }
  }
  return startSimulator(context)
}

function createGatewayOf(
  context: House,
  providers: readonly [PaymentProvider, ...PaymentProvider[]],
  close = async () => {},
): Gateway {
  const frameSrc = providers.flatMap(({ frameOrigins }) => frameOrigins)
  return { payments: createPayments(context, providers), frameSrc, close }
}

async function startSimulator(context: House): Promise<Gateway> {
  const { host, sandboxPort, baseUrl } = context.config
  // With a fixed port, browsers on other machines reach it under the shop's own name. Browsers load no plain http into
  // an https page, so TLS in front of the shop means TLS in front of this port too.
  const { protocol, hostname } = new URL(baseUrl ?? 'http://localhost')
  const publicUrl = baseUrl && sandboxPort ? `${protocol}//${hostname}:${sandboxPort}` : undefined
  const sandbox = await startSandbox({
    host,
    port: sandboxPort,
    publicUrl,
    now: context.now,
    frameAncestors: () => listFrameAncestors(context).join(' '),
  })
  const origins = [...new Set([sandbox.url, publicUrl ?? sandbox.url])]
  const opayo = createOpayo({
    vendor: sandboxVendor,
    baseUrl: sandbox.url,
    paymentPageOrigins: origins,
    isTest: true,
    frameOrigins: origins,
  })
  return createGatewayOf(context, [opayo], () => sandbox.close())
}

// Without BASE_URL the shop answers under each name of this machine (platform/origin.ts), and so does its card form.
function listFrameAncestors({ config, baseUrl }: House): string[] {
  const origin = baseUrl()
  if (config.baseUrl !== null) return [origin]
  const { hostname } = new URL(origin)
  return [...new Set([origin, ...['localhost', '127.0.0.1'].map(name => origin.replace(hostname, name))])]
}
