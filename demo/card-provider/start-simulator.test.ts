import { mkdtempSync, rmSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { AppContext } from '../../src/infra/app-context.ts'
import { parseConfig } from '../../src/infra/config.ts'
import { startSimulatorFromConfig } from './start-simulator.ts'

test.each(['http', 'https'])(
  'behind %s browsers reach the card form by the same protocol',
  async protocol => {
    const dataDir = mkdtempSync(join(tmpdir(), 'fh-card-provider-'))
    const port = await freePort()
    const config = parseConfig({
      DATA_DIR: dataDir,
      BASE_URL: `${protocol}://filters.example`,
      SANDBOX_PORT: String(port),
    })
    const context = { config, now: () => new Date(), baseUrl: () => config.baseUrl } as unknown as AppContext
    const provider = await startSimulatorFromConfig(context)
    expect(provider.origins).toContain(`${protocol}://filters.example:${port}`)
    await provider.close()
    rmSync(dataDir, { recursive: true })
  },
)

test('the card form may be framed by localhost and by 127.0.0.1 alike', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'fh-card-provider-'))
  const config = parseConfig({ DATA_DIR: dataDir, SANDBOX_PORT: '0' })
  const context = {
    config,
    now: () => new Date(),
    baseUrl: () => 'http://127.0.0.1:3000',
  } as unknown as AppContext
  const provider = await startSimulatorFromConfig(context)
  const form = await fetch(`${provider.url}/gateway/pay/00000000-0000-0000-0000-000000000000`)
  const frameAncestors = /frame-ancestors ([^;]*)/.exec(form.headers.get('content-security-policy') ?? '')![1]
  expect(frameAncestors).toBe("'self' http://127.0.0.1:3000 http://localhost:3000")
  await provider.close()
  rmSync(dataDir, { recursive: true })
})

async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', () => resolve()))
  const { port } = server.address() as AddressInfo
  await new Promise(resolve => server.close(resolve))
  return port
}
