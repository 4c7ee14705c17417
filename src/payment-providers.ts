import type { Demo } from './demo-module.ts'
import { createOpayo, createOpayoFromConfig } from './features/payments/opayo/opayo.server.ts'
import type { PaymentProvider } from './features/payments/provider.ts'
import { createPaymentsContext, type PaymentsContext } from './features/payments/service.ts'
import type { AppContext } from './infra/app-context.ts'
import type { Config } from './infra/config.ts'

export interface PaymentProviders {
  /** Null: no provider is configured, so cards are not offered. */
  payments: PaymentsContext | null
  close: () => Promise<void>
}

/** The configured payment providers, or in demo mode without one a simulator on a listener of its own. */
export async function createPaymentProviders(
  context: AppContext,
  demo: Demo | null,
): Promise<PaymentProviders> {
  const close = async () => {}
  const [provider, ...earlierProviders] = createConfiguredProviders(context.config)
  if (provider) return { payments: createPaymentsContext(context, [provider, ...earlierProviders]), close }
  if (demo) return startDemoSimulator(context, demo)
  context.log.warn('No payment provider is configured: cards are not offered.')
  return { payments: null, close }
}

/**
 * All payment providers that have settings. The first one of this list takes new payments, so a new provider goes before
 * those that it replaces. They are configured until their last refunds are over: without its settings a provider's
 * payments can neither be notified nor refunded.
 */
export function createConfiguredProviders(config: Config): PaymentProvider[] {
  const providers = [createOpayoFromConfig(config.opayo)]
  return providers.filter(provider => provider !== null)
}

async function startDemoSimulator(context: AppContext, demo: Demo): Promise<PaymentProviders> {
  const { vendor, url, origins, close } = await demo.startSimulator()
  const simulator = createOpayo({
    vendor,
    baseUrl: url,
    paymentPageOrigins: origins,
    isTest: true,
    frameOrigins: origins,
  })
  return { payments: createPaymentsContext(context, [simulator]), close }
}
