import { mkdtemp, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { bin, run } from './program.ts'
import type { Outcome } from './step.ts'

interface Report {
  success: boolean
  numPassedTests: number
  numFailedTests: number
  numPendingTests: number
  numTodoTests: number
  testResults: { assertionResults: { status: string; fullName: string; failureMessages: string[] }[] }[]
}

/** A step that is one of vitest's projects. A test that is switched off counts as failed: nobody would notice it. */
export function vitest(project: string): (env: NodeJS.ProcessEnv) => Promise<Outcome> {
  return async env => {
    const file = join(await mkdtemp(join(env.TMPDIR ?? '/tmp', 'report-')), 'report.json')
    const { code, output } = await run(
      bin('vitest'),
      [
        'run',
        '--project',
        project,
        '--reporter=dot',
        '--reporter=json',
        `--outputFile.json=${file}`,
        '--no-color',
      ],
      env,
    )
    const report = await read(file)
    if (!report) return { ok: false, details: output, passed: 0, failed: 1 }
    const skipped = report.numPendingTests + report.numTodoTests
    const failed = report.numFailedTests + skipped
    return {
      ok: code === 0 && report.success && failed === 0,
      details: skipped > 0 ? `${output}\n${skipped} tests are switched off.` : output,
      passed: report.numPassedTests,
      failed,
      ...(report.success && { remarks: wavering(report) }),
    }
  }
}

/** Tests that passed, but not at once: each hides a race of the test or of the shop, and wants to be looked at. */
function wavering(report: Report): string[] {
  return report.testResults
    .flatMap(file => file.assertionResults)
    .filter(({ status, failureMessages }) => status === 'passed' && failureMessages.length > 0)
    .map(
      ({ fullName, failureMessages }) =>
        `passed at the second try: ${fullName}\n${failureMessages.join('\n')}`,
    )
}

async function read(file: string): Promise<Report | null> {
  try {
    return JSON.parse(await readFile(file, 'utf8')) as Report
  } catch {
    return null
  }
}
