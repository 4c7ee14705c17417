import type { RunningSimulator } from '../../src/demo-module.ts'
import type { AppContext } from '../../src/infra/app-context.ts'
import { simulatorVendor, startSimulator } from './simulator.ts'

/** Starts the simulated card provider as the settings of the demo shop say. */
export async function startSimulatorFromConfig(context: AppContext): Promise<RunningSimulator> {
  const { host, sandboxPort, baseUrl } = context.config
  // With a fixed port, browsers on other machines reach it under the shop's own name. A page served over https may not
  // load a frame over http, so a proxy that adds TLS to the shop has to add it to this port too.
  const { protocol, hostname } = new URL(baseUrl ?? 'http://localhost')
  const publicUrl = baseUrl && sandboxPort ? `${protocol}//${hostname}:${sandboxPort}` : undefined
  const simulator = await startSimulator({
    host,
    port: sandboxPort,
    publicUrl,
    now: context.now,
    frameAncestors: () => shopOrigins(context).join(' '),
  })
  return {
    vendor: simulatorVendor,
    url: simulator.url,
    origins: [...new Set([simulator.url, publicUrl ?? simulator.url])],
    close: simulator.close,
  }
}

// Without BASE_URL the shop accepts each name of this machine (src/infra/http/origin.ts), so each may frame the form.
function shopOrigins({ config, baseUrl }: AppContext): string[] {
  const shopUrl = baseUrl()
  if (config.baseUrl !== null) return [shopUrl]
  const { hostname } = new URL(shopUrl)
  const aliases = ['localhost', '127.0.0.1'].map(name => shopUrl.replace(hostname, name))
  return [...new Set([shopUrl, ...aliases])]
}
