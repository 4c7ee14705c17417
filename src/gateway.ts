import type { Demo } from './demo-module.ts'
import { createOpayo, createOpayoFromConfig } from './features/payments/opayo/opayo.server.ts'
import type { PaymentProvider } from './features/payments/provider.ts'
import { createPayments, type Payments } from './features/payments/service.ts'
import type { AppContext } from './infra/app-context.ts'

export interface Gateway {
  /** Null: no provider is configured, so cards are not offered. */
  payments: Payments | null
  /** Sources of the checkout page's frame-src. */
  frameSrc: string[]
  close: () => Promise<void>
}

/** The payment providers: those with settings, or in demo mode a simulator on its own listener. */
export async function createGateway(context: AppContext, demo: Demo | null): Promise<Gateway> {
  // The first takes new payments; the others only serve payments that they took before.
  const [provider, ...earlierProviders] = [createOpayoFromConfig(context.config.opayo)].filter(
    each => each !== null,
  )
  if (provider) return toGateway(context, [provider, ...earlierProviders])
  if (!demo) {
    context.log.warn('OPAYO_VENDOR is not set: cards are not offered')
    return { payments: null, frameSrc: [], close: async () => {} }
  }
  const { vendor, url, origins, close } = await demo.startCardProvider()
  const simulator = createOpayo({
    vendor,
    baseUrl: url,
    paymentPageOrigins: origins,
    isTest: true,
    frameOrigins: origins,
  })
  return toGateway(context, [simulator], close)
}

function toGateway(
  context: AppContext,
  providers: readonly [PaymentProvider, ...PaymentProvider[]],
  close = async () => {},
): Gateway {
  const frameSrc = providers.flatMap(({ frameOrigins }) => frameOrigins)
  return { payments: createPayments(context, providers), frameSrc, close }
}
