import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cp, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { findFreePort } from '../../scripts/dev/server-process.ts'
import { waitForHydration } from '../support/browser-visitor.ts'
import { launchChromium } from '../support/chromium.ts'
import { root } from '../support/sources.ts'

const sources = ['src', 'demo', 'db', 'public', 'scripts', 'package.json', 'tsconfig.json', 'vite.config.ts']

/** A copy of the project, so that the test may edit it. */
async function copyProject(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'dev-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  for (const source of sources) await cp(join(root, source), join(folder, source), { recursive: true })
  await symlink(join(root, 'node_modules'), join(folder, 'node_modules'))
  return folder
}

async function startDevServer(folder: string): Promise<string> {
  const port = await findFreePort()
  const child = spawn(process.execPath, ['scripts/dev.ts'], {
    cwd: folder,
    env: {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      PORT: String(port),
      DATA_DIR: join(folder, 'var'),
      LOG_LEVEL: 'error',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  onTestFinished(async () => {
    if (child.exitCode === null) {
      child.kill('SIGTERM')
      await once(child, 'exit')
    }
    expect(child.exitCode).toBe(0)
  })
  let output = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    output += text
  })
  await expect.poll(() => output + (child.exitCode ?? ''), { timeout: 60_000 }).toContain('Listening on')
  return `http://127.0.0.1:${port}`
}

async function edit(file: string, from: string, to: string): Promise<void> {
  const text = await readFile(file, 'utf8')
  expect(text).toContain(from)
  await writeFile(file, text.replaceAll(from, to))
}

test('a developer who edits a screen sees it in the open page; an edited server file restarts the server', async () => {
  const folder = await copyProject()
  const url = await startDevServer(folder)
  const browser = await launchChromium()
  onTestFinished(() => browser.close())
  const page = await browser.newPage()
  const isConnected = page.waitForEvent('console', message => message.text().includes('[vite] connected'))
  await page.goto(url)
  await isConnected
  await waitForHydration(page)
  await page.evaluate(() => document.body.setAttribute('data-same-page', ''))
  const isSamePage = () => page.evaluate(() => document.body.hasAttribute('data-same-page'))

  await edit(join(folder, 'src/features/home/HomePage.tsx'), 'Every number counts', 'Each number counts')
  await page.getByText('Each number counts').waitFor()
  expect(await isSamePage()).toBe(true)

  await edit(
    join(folder, 'src/features/home/plugin.ts'),
    'Replacement filters for machines',
    'Filters for machines',
  )
  await expect.poll(() => page.title()).toContain('Filters for machines')
  expect(await isSamePage()).toBe(false)
  expect(await page.content()).toContain('Each number counts')
})
